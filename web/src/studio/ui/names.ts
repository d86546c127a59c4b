/** Ways of writing by the names that people know them by. */

const NAMES: Record<string, string> = {
  toml: "TOML", urdf: "URDF", mjcf: "MJCF", svg: "Drawing (SVG)", viewer: "3D page", picture: "Picture (PNG)", link: "Link",
  latex: "LaTeX", text: "Text", sympy: "SymPy", markdown: "Markdown", html: "HTML", pdf: "PDF", typst: "Typst", docx: "Word", mathml: "MathML",
  report: "Report (PDF)", "report-html": "Report (page)", c: "C", cpp: "C++", rust: "Rust", python: "Python", matlab: "MATLAB",
  javascript: "JavaScript", cuda: "CUDA",
};

export function nameOf(what: string): string {
  return NAMES[what] ?? what;
}
