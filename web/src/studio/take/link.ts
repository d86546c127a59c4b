/** The address as a link: the robot and what is seen of it; a token is never given away. */

import type { Studio } from "../studio";
import { copyText } from "../ui/dialog";

export async function copyLink(studio: Studio): Promise<void> {
  const url = new URL(location.href);
  url.searchParams.delete("token");
  const told = studio.engine.kind === "page" ? "The link is copied: it is the robot and what you see of it."
    : "The link is copied. What stands behind its # is the robot and what you see of it, in any studio.";
  await copyText(url.href, told);
}
