#include <iostream>
#include <string>
int main(){ std::string s; while (std::getline(std::cin,s)) { if (s.find("\"type\":\"start\"")!=s.npos) std::cout<<"{\"ready\":true}"<<std::endl; else if (s.find("\"type\":\"bye\"")!=s.npos) return 0; else if (s.find("\"type\":\"act\"")!=s.npos) { auto p=s.find("\"legal\":[")+9; auto q=p; int d=0; do { if(s[q]=='{'||s[q]=='[')d++; if(s[q]=='}'||s[q]==']')d--; q++; } while(d); std::cout<<s.substr(p,q-p)<<std::endl; } } }
