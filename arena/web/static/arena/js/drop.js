// Lets a file be dropped on the whole field, and guesses the bot's name from it.

function slug(name) {
  return name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40);
}

function chosen(zone, input) {
  const file = input.files[0];
  if (!file) return;
  zone.querySelector("[data-chosen]").textContent = `${file.name} · ${Math.ceil(file.size / 1024)} KB`;
  const name = document.getElementById("id_name");
  if (name && !name.value) name.value = slug(file.name);
}

for (const zone of document.querySelectorAll("[data-drop]")) {
  const input = zone.querySelector("input[type=file]");
  input.addEventListener("change", () => chosen(zone, input));
  zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    input.files = event.dataTransfer.files;
    chosen(zone, input);
  });
}
