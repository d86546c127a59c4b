/** What the equations on the page are asked with. */

import type { Description, Form, Style } from "../protocol";
import type { Studio } from "../studio";

export interface Asked {
  robot: Description;
  form: Form;
  style: Style;
  against: Description | null;
  room: number;
}

/** The equations of the view: under the hypotheses of before where what goes is to be seen. */
export function askedOf(studio: Studio, room: number): Asked | null {
  const robot = studio.description.value;
  if (!robot) return null;
  const { form, style, before, staying } = studio.view.value;
  if (!before || staying) return { robot, form, style, against: null, room };
  return { robot: { ...robot, hypotheses: before }, form, style, against: robot, room };
}
