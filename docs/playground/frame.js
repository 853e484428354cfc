// The report takes the place of this page. The frame is sandboxed: it can reach neither the page around it nor a network.
"use strict";
addEventListener("message", ({data, source}) => {
  if (source !== parent || typeof data !== "string") return;
  document.open();
  document.write(data);
  document.close();
});
parent.postMessage("ready", "*");
