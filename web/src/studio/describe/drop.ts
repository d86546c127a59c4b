/** A file dropped anywhere on the page is a robot. */

import { LARGEST_TEXT } from "../protocol";
import { sentenceOf, type Studio } from "../studio";
import { say } from "../ui/dialog";

export function takeDrops(studio: Studio, page: HTMLElement): void {
  page.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    page.classList.add("dropping");
  });
  page.addEventListener("dragleave", (event) => {
    if (event.target === page) page.classList.remove("dropping");
  });
  page.addEventListener("drop", (event) => {
    page.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file || event.defaultPrevented) return;
    event.preventDefault();
    void read(studio, file);
  });
}

async function read(studio: Studio, file: File): Promise<void> {
  if (file.size > LARGEST_TEXT / 2) return say(`${file.name} is larger than ${LARGEST_TEXT / 2e6} MB; a description is shorter.`, "failed");
  const robot = { text: await file.text() };
  try {
    await studio.ask("describe", { robot });
    studio.open(robot);
  } catch (error) {
    say(`${file.name}: ${sentenceOf(error)}`, "failed");
  }
}
