#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static char line[1<<20];
int main(void){ while (fgets(line,sizeof line,stdin)) { 
 if (strstr(line,"\"type\":\"start\"")) puts("{\"ready\":true}");
 else if (strstr(line,"\"type\":\"act\"")) { char*p=strstr(line,"\"legal\":["); p+=9; int d=0; char*q=p; do { if(*q=='{'||*q=='[')d++; if(*q=='}'||*q==']')d--; q++; } while(d); printf("%.*s\n",(int)(q-p),p);} 
 else if (strstr(line,"\"type\":\"bye\"")) return 0;
 fflush(stdout);} return 0; }
