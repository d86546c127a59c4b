"""What the studio's page asks and what an engine answers: plain JSON data, said here once.

The page sends an ``Envelope``: a number, the name of a question and what it asks. Back come
messages with the same number: any number of ``Progress``, then one ``Answer`` or ``Failure``.
Questions hold all that they are about (the robot is its description), so that an engine may be
ended at any time and another one goes on: that is how a question is cancelled. An engine keeps
what it derived last, so that questions about the same robot are quick.

- **Native**: ``POST ask`` with the envelope, the token in the header ``X-Torsor-Token``; messages
  come back as lines of JSON. Closing the connection cancels. The page is at ``/?token=…`` with
  ``<meta name="torsor-engine" content="native">``, which the static page has not.
- **In the page**: the module worker ``engine/worker.mjs`` beside the page takes envelopes by
  ``postMessage`` and posts messages. Ending it cancels; another one is kept warm.

``web/src/studio/engine.ts`` asks either. The built page is ``web/dist-studio`` (``index.html`` and
``assets/``, every address relative); ``make studio`` adds ``engine/``.

All mathematics is presentation MathML without the element ``math`` around it. Every text that
comes from a user is plain text, to be put into text nodes. Numbers of joints, links and equations
count from 1; 0 is the load in ``links``, the base in frames. Angles are radians, units SI.
``web/src/studio/protocol.ts`` says the same for the page; a test holds both together.
"""

from __future__ import annotations

from torsor.studio.protocol.equations import (
    Equations,
    EquationsQuestion,
    Found,
    Lines,
    LinesQuestion,
    SearchQuestion,
    Sizes,
    SizesQuestion,
    WhyAnswer,
    WhyQuestion,
)
from torsor.studio.protocol.judging import (
    CertificateAnswer,
    CheckQuestion,
    ErrataQuestion,
    Judgement,
    VerifyQuestion,
)
from torsor.studio.protocol.numbers import (
    Numbers,
    NumbersQuestion,
    ProgramAnswer,
    ProgramQuestion,
    WeighQuestion,
    Weights,
)
from torsor.studio.protocol.robots import (
    BuildQuestion,
    Built,
    CadQuestion,
    CadValuesAnswer,
    Catalogue,
    CatalogueQuestion,
    DescribeQuestion,
    Robot,
    Scene,
    SceneQuestion,
    Thumbnail,
    ThumbnailQuestion,
)
from torsor.studio.protocol.taking import Taken, TakeQuestion

VERSION = 1

LARGEST_TEXT = 20_000_000
"""Characters of a question's JSON; a larger one is refused before it is read."""

QUESTIONS: dict[str, tuple[type, type]] = {
    "catalogue": (CatalogueQuestion, Catalogue),
    "describe": (DescribeQuestion, Robot),
    "build": (BuildQuestion, Built),
    "cad": (CadQuestion, CadValuesAnswer),
    "scene": (SceneQuestion, Scene),
    "thumbnail": (ThumbnailQuestion, Thumbnail),
    "equations": (EquationsQuestion, Equations),
    "lines": (LinesQuestion, Lines),
    "search": (SearchQuestion, Found),
    "sizes": (SizesQuestion, Sizes),
    "why": (WhyQuestion, WhyAnswer),
    "numbers": (NumbersQuestion, Numbers),
    "weigh": (WeighQuestion, Weights),
    "program": (ProgramQuestion, ProgramAnswer),
    "check": (CheckQuestion, Judgement),
    "errata": (ErrataQuestion, Taken),
    "verify": (VerifyQuestion, CertificateAnswer),
    "take": (TakeQuestion, Taken),
}
"""Every question by its name: what is asked and what is answered."""
