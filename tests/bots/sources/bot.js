const rl = require("readline").createInterface({input: process.stdin});
rl.on("line", l => { const m = JSON.parse(l); if (m.type==="start") console.log('{"ready":true}'); else if (m.type==="act") console.log(JSON.stringify(m.legal[0])); else if (m.type==="bye") process.exit(0); });
