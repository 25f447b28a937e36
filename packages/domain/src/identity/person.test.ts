import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEmail } from './email.ts'
import { personName, readPersonName } from './person-name.ts'

describe('an e-mail address', () => {
  test.each([
    [' Ann@Acme.Example ', 'ann@acme.example'],
    ["o'hara+mill@sub.acme-tools.example", "o'hara+mill@sub.acme-tools.example"],
    ['a@xn--mller-kva.example', 'a@xn--mller-kva.example'],
    [`${'a'.repeat(64)}@acme.example`, `${'a'.repeat(64)}@acme.example`],
  ])('%s is kept as %s', (typed, kept) => {
    expect(readEmail(typed)).toBe(kept)
  })

  test.each([
    '',
    'ann',
    '@acme.example',
    'ann@',
    'ann@acme',
    'ann@acme..example',
    '.ann@acme.example',
    'ann.@acme.example',
    'a..b@acme.example',
    'ann@-acme.example',
    'ann@acme.example.',
    'ann@[127.0.0.1]',
    `${'a'.repeat(65)}@acme.example`,
    `ann@${'a.'.repeat(125)}example`,
  ])('%s is none', (typed) => {
    expect(readEmail(typed)).toBeNull()
  })

  test('Nodemailer before 7.0.7: quotes, groups, lists, comments and line breaks are no part of one', () => {
    const hostile = [
      '"ann@evil.example x"@acme.example',
      'group: ann@acme.example;',
      'Ann <ann@acme.example>',
      'ann@acme.example, eve@evil.example',
      'ann@acme.example;eve@evil.example',
      'ann(comment)@acme.example',
      'ann@acme.example\r\nBcc: eve@evil.example',
      'ann@acme.example\0',
      'ann@evil.example@acme.example',
    ]
    for (const typed of hostile) expect(readEmail(typed)).toBeNull()
  })

  test('Grafana CVE-2023-3128: no other spelling of letters is taken for the address of somebody else', () => {
    // The Kelvin sign, a dotless i, a full-width letter, a Cyrillic one, a combining accent, a soft hyphen.
    for (const letter of ['\u212a', 'ı', 'ｋ', 'а', 'k\u0301', 'k\u00ad'])
      expect(readEmail(`${letter}im@acme.example`)).toBeNull()
  })

  test('read again it stays, and it is ASCII in small letters', () => {
    const typed = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: 'grapheme' }),
      fc.tuple(fc.string(), fc.domain()).map(([name, domain]) => `${name}@${domain}`),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const email = readEmail(text)
        if (email === null) return
        expect(readEmail(email)).toBe(email)
        expect(readEmail(` ${email.toUpperCase()}\t`)).toBe(email)
        expect(email).toMatch(/^[\x21-\x40\x5b-\x7e]+$/)
        expect(email.split('@')).toHaveLength(2)
      }),
    )
  })
})

describe('a name', () => {
  test.each([
    ['  Ann ', 'Ann'],
    ["O'Hara-Núñez", "O'Hara-Núñez"],
    ['Zoe\u0308', 'Zoë'],
    ['李', '李'],
    ['=SUM(A1)', '=SUM(A1)'],
  ])('%s is kept as %s', (typed, name) => {
    expect(readPersonName(typed)).toEqual({ name })
  })

  test('is blank where nothing of it can be seen', () => {
    for (const typed of ['', '   ', '\u00a0', '\u200b', '\u3164', '\u2800']) expect(readPersonName(typed)).toBe('blank')
  })

  test('neither breaks lines nor turns what stands around it, and ends somewhere', () => {
    for (const typed of ['a\r\nb', 'a\0', 'a\u2028b', '\u202eadmin', '\u2067a', 'a'.repeat(121)])
      expect(readPersonName(typed)).toBeNull()
  })

  test('read again it stays', () => {
    const anyText = fc
      .array(fc.nat(0x10ffff), { maxLength: 130 })
      .map((points) => String.fromCodePoint(...points).toWellFormed())
    fc.assert(
      fc.property(anyText, (typed) => {
        const read = readPersonName(typed)
        if (read !== null && read !== 'blank') expect(readPersonName(read.name)).toEqual(read)
      }),
    )
  })
})

describe('a person', () => {
  test.each([
    [{ firstName: 'Ann', lastName: 'Miller', email: 'ann@acme.example' }, 'Ann Miller'],
    [{ firstName: '', lastName: 'Miller', email: 'ann@acme.example' }, 'Miller'],
    [{ firstName: '', lastName: '', email: 'ann@acme.example' }, 'ann@acme.example'],
    [{ firstName: '', lastName: '', email: undefined }, 'somebody without a name'],
  ])('%o is called %s', (person, name) => expect(personName(person)).toBe(name))
})
