/** Pseudo-random generator with a seed: the same seed gives the same numbers in the same order. */
export interface Dice {
  /** Returns a whole number from 0 to n - 1. */
  below(n: number): number
  pick<T>(list: readonly T[]): T
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0 || 1
  const below = (n: number): number => {
    // xorshift32
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % n
  }
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] }
}

/** Returns text marked so that `textOf` writes it into JSON as it is, without quotes. */
export const raw = (text: string): string => `@@${text}@@`

/** Returns a body as JSON text, with the values marked by `raw` written as they are. */
export function textOf(body: unknown): string {
  return JSON.stringify(body).replace(/"@@(.*?)@@"/g, (_, text: string) => JSON.parse(`"${text}"`))
}

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Id that no stored object has, so that a call with it removes only the objects made for that call. */
const nobodys = 777_777_777
const wrongTypes: readonly unknown[] = [
  true,
  nobodys,
  'x',
  [],
  {},
  [nobodys],
  { a: 1 },
  1.5,
  `${nobodys}`,
  'true',
  [[[]]],
]
const boundaries: readonly unknown[] = [
  ...[0, -1, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, -(2 ** 63), 0.1, -0.0001, 1e308, 86_400, 86_401],
  ...['NaN', 'Infinity', '1e999', '-1e999', '0x10', '00', '1e-999'].map(raw),
  ...['0', '-1', '2147483648', '9007199254740993', '9223372036854775808', 'NaN', '1e999'],
]
const sizes: readonly unknown[] = [
  ...['', ' ', 'x'.repeat(121), 'x'.repeat(4001), 'x'.repeat(20_001), 'x'.repeat(1_000_000)],
  ...[[], {}, Array.from({ length: 10_000 }, (_, i) => nobodys + i), Array.from({ length: 1001 }, () => 'x')],
  ...[raw(deep(31)), raw(deep(1000)), raw(deep(100_000))],
]
const unicode: readonly string[] = [
  ...['\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u202e abc', '\u200b', '\ufeff', 'e\u0301', '\u00e9', '\u{1f3ed}'],
  ...['\u{10ffff}', '\uffff', '\u2028', '\u0085', 'ﬃ', 'İ', 'ß', '\u115f', '👩‍👩‍👧‍👦'.repeat(20), '\u0300'.repeat(120)],
]
const sql: readonly string[] = [
  ...[
    "'",
    "''",
    "' or '1'='1",
    "'; drop table app_user; --",
    '" or ""="',
    '1 or 1=1',
    '%',
    '_',
    '\\',
    '$1',
    '$$',
    ':id',
  ],
  ...['{id}', '*', '(.*)+$', '[', 'x%00', "x' union select 1 --", '{}', '\\x27', 'pg_sleep(3)', '{a,b}', 'a||b'],
]
const html: readonly string[] = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><b>', 'javascript:alert(1)', '[x](javascript:1)'],
  ...[
    'data:text/html,<b>',
    '<!--',
    ']]>',
    '&lt;',
    '<svg/onload=1>',
    '{{7*7}}',
    '<%= 1 %>',
    'https://[::1',
    'https://a:b@c.example',
  ],
]
const csv: readonly string[] = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  'a;=1',
  'a,"=1"',
  '"',
  ';;',
  '\u0000=1',
  '=HYPERLINK("x")',
]
const lines: readonly string[] = [
  ...[
    'a\r\nb',
    'a\nBcc: x@evil.example',
    '\r\n\r\nHTTP/1.1 200 OK',
    'x\u0085y',
    'a\rb',
    '\u2028x',
    'x\r\n.\r\n',
    '%0d%0aX: y',
  ],
]
const dates: readonly unknown[] = [
  ...['2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01', '2026-01-01T00:00:00'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z'],
  ...['2026-01-01T00:00:00+14:00', '2026-01-01T00:00:00-00:00', '2026-01-01T00:00:00+99:99', '2016-12-31T23:59:60Z'],
  ...[
    '2016-01-01T00:00:00Z',
    '2036-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    'now',
    '0',
    '1e12',
    '2026-01-01T00:00:00[Mars/Base]',
  ],
  ...[
    'Mars/Base',
    'UTC',
    'Europe/Berlin',
    '../../etc/passwd',
    'America/New_York\u0000',
    'GMT+25',
    '+14:00',
    'utc',
    'Etc/GMT+12',
  ],
]

/**
 * Bad values that replace a good value, by the number of the class of bad input. The classes 2, 10 to 12, 14 and 15 have none,
 * since they change the request otherwise.
 */
export const valuesBy: Readonly<Record<number, readonly unknown[]>> = {
  1: wrongTypes,
  3: boundaries,
  4: sizes,
  5: unicode,
  6: sql,
  7: html,
  8: csv,
  9: lines,
  13: dates,
}

/** Unusual and wrong content types that a request may name for its body. */
export const contentTypes: readonly string[] = [
  ...[
    'application/json\tx',
    'application/json x',
    ' application/json',
    'application/json;',
    'Application/JSON',
    'application/json, text/plain',
  ],
  ...[
    'application/json;charset=utf-16',
    'application/json; charset="utf-8',
    'text/json',
    'text/plain',
    'application/x-www-form-urlencoded',
  ],
  ...['multipart/form-data; boundary=x', 'application/vnd.api+json', 'application/jsonx', '*/*', ''],
]

export const pathTricks: readonly string[] = [
  ...[
    '/',
    '//',
    '/.',
    '/..',
    '/%2e%2e',
    '%2f',
    '..%2f',
    ';x',
    ';x=/v0',
    '%00',
    '%',
    '%zz',
    '?',
    '#x',
    '/../../v0/health',
    '.json',
    '%20',
    '%252e',
  ],
  ...['/*', '/:id', '/{id}', '/%3Aid', '\\', '%5c', '/~', '%c0%af', '/%F0%9F%8F%AD', '/constructor', '/__proto__'],
]
