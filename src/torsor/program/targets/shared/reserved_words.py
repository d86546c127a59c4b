"""Words that no name may be: C's and C++'s here, those of a language in its file (``RESERVED``)."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module

from torsor.program.languages import LANGUAGES


def words(text: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(text.split())


C = words("""
auto break case char const continue default do double else enum extern float for goto if inline
int long register restrict return short signed sizeof static struct switch typedef union
unsigned void volatile while sin cos sinf cosf fabs main asm typeof typeof_unqual constexpr
bool true false nullptr
""")

CPP = words("""
alignas alignof and and_eq asm bitand bitor bool catch char8_t char16_t char32_t class compl
concept consteval constexpr constinit const_cast co_await co_return co_yield decltype delete
dynamic_cast explicit export false friend mutable namespace new noexcept not not_eq nullptr
operator or or_eq private protected public reinterpret_cast requires static_assert static_cast
template this thread_local throw true try typeid typename using virtual wchar_t xor xor_eq std T
Real constants
""")

MACROS = words("""
alloca assert complex cdecl errno far hyper i386 imaginary interface linux math_errhandling near
noreturn offsetof pascal sa_handler sa_sigaction sched_priority setjmp si_addr si_addr_lsb si_arch
si_band si_call_addr si_fd si_int si_lower si_overrun si_pid si_pkey si_ptr si_status si_stime
si_syscall si_timerid si_uid si_upper si_utime si_value sigev_notify_attributes
sigev_notify_function small stderr stdin stdout unix
""")
"""Macros of C's headers in small letters; those in capitals are known by their look."""

HEADERS = words("""
assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign
stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar
wchar wctype
""")

LIBRARY = words("""
a64l abort abs acos acosh aligned_alloc alloca arc4random arc4random_buf arc4random_uniform asin
asinh asprintf at_quick_exit atan atan2 atanh atexit atof atoi atol bsearch calloc canonicalize
canonicalize_file_name cbrt ceil clearenv clearerr clock copysign cos cosh ctermid cuserid daddl
ddivl dfmal difftime div dmull dprintf drand48 drand48_data drem dsqrtl dsubl dysize ecvt erand48
erf erfc exit exp exp10 exp2 expm1 fabs fadd fclose fcloseall fcvt fd_mask fd_set fdim fdiv fdopen
feof ferror fflush ffma fgetc fgetpos fgets fileno finite flockfile floor fma fmax fmaximum
fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmemopen fmin fminimum fminimum_mag
fminimum_mag_num fminimum_num fminmag fmod fmul fopen fopencookie fpclassify fprintf fputc fputs
fread free freopen frexp fromfp fromfpx fscanf fseek fseeko fsetpos fsqrt fsub ftell ftello
ftrylockfile funlockfile fwrite gamma gcvt getc getchar getdelim getenv getline getloadavg
getpayload getpt getsubopt getw grantpt hypot ilogb index initstate iscanonical iseqsig isfinite
isgreater isgreaterequal isinf isless islessequal islessgreater isnan isnormal issignaling
isunordered iszero j0 j1 jn jrand48 l64a labs lcong48 ldexp ldiv lgamma link llabs lldiv llogb
llrint llround log log10 log1p log2 logb lrand48 lrint lround malloc mblen mbstowcs mbtowc mkdtemp
mkostemp mkostemps mkstemp mkstemps mktemp modf mrand48 nan nearbyint nextafter nextdown nexttoward
nextup nrand48 obstack obstack_printf obstack_vprintf on_exit open_memstream pclose perror pipe
popen posix_memalign posix_openpt pow printf pselect ptsname putc putchar putenv puts putw qecvt
qfcvt qgcvt qsort quick_exit raise rand random random_data read realloc reallocarray realpath
remainder remove remquo rename renameat renameat2 rewind rindex rint round roundeven rpmatch scalb
scalbln scalbn scanf secure_getenv seed48 select setbuf setbuffer setenv setlinebuf setpayload
setpayloadsig setstate setvbuf signal signbit signgam significand sin sincos sinh sleep snprintf
sprintf sqrt srand srand48 srandom sscanf stderr stdin stdout strfrom strtod strto strtol strtoq
strtoul strtouq system tan tanh tempnam tgamma time timespec timeval tmpfile tmpnam totalorder
totalordermag trunc u_char u_int u_long u_short ufromfp ufromfpx uint ulong ungetc unlockpt
unsetenv ushort va_list valloc vasprintf vdprintf vfprintf vfscanf vprintf vscanf vsnprintf
vsprintf vsscanf wait wcstombs wctomb write y0 y1 yn zeta
""")
"""What C's headers declare for themselves, without the variants for other types."""

OURS = words("constants differ main numpy package parameter selftest setuptools torsor_sincos")
"""Names of files, types and functions beside the robot's."""

VARIANT = re.compile(r"(?:[fld]|l[dl]|f(?:32|64|128)x?|64)?(?:_r|_l|_unlocked)?")
RULES = re.compile(r"f\d+x?(?:add|div|fma|mul|sqrt|sub)f\d+x?|[a-z0-9_]+_t")
"""Arithmetic between widths; POSIX keeps every name that ends in _t for types."""


def of_a_language(name: str) -> bool:
    """Whether a name in small letters is a word of some language or declared by its headers."""
    if name in _list_words() or RULES.fullmatch(name):
        return True
    return any(name[:i] in LIBRARY and VARIANT.fullmatch(name[i:]) for i in range(len(name)))


@cache
def _list_words() -> set[str]:
    """The words of every language, and what stands beside a robot's names."""
    modules = [import_module(f"torsor.program.targets.{name}") for name in LANGUAGES]
    own = {word for module in modules for word in module.RESERVED}
    return own | {*HEADERS, *LIBRARY, *OURS, *sys.stdlib_module_names}


def like_a_macro(name: str) -> bool:
    """Whether a name looks like a macro of C: ``M_PI_2``, ``PRId16``, ``B50``; ``Ixx1`` not.

    An underscore at its end tells that it is none.
    """
    return name[:1].isupper() and not name[1:2].islower() and not name.endswith("_")


def shouted(name: str) -> bool:
    """Whether a name is all capitals, and more than one: ``NULL``, ``M_PI``."""
    letters = name.replace("_", "")
    return len(letters) > 1 and letters.isalpha() and letters.isupper()
