/** The certificate: every identity that was checked, and whether it holds. */

import { element } from "../../panel/elements";
import type { CertificateAnswer } from "../protocol";
import { sign } from "../ui/signs";

export function showProof(found: CertificateAnswer): Node[] {
  const list = element("ul", { class: "claims" });
  for (const { name, holds, verdict, detail } of found.checks) {
    list.append(element(
      "li", { class: holds ? "holds" : "fails", title: detail }, sign(holds ? "check" : "wrong"),
      element("div", {}, element("p", { text: name }), element("small", { text: verdict })),
    ));
  }
  const held = found.checks.filter((one) => one.holds).length;
  const told = found.holds ? `All ${found.checks.length} identities hold.` : `${held} of ${found.checks.length} identities hold.`;
  return [element("p", { class: "sum", text: `${told} Checked in ${found.seconds.toFixed(2)} s.` }), list];
}
