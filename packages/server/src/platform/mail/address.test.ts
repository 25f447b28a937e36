import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMailable } from './address.ts'

test.each([
  'eva@ashworks.example',
  'eva.kern+line-3@mail.ashworks.example',
  "o'neil@plant.example",
  'jürgen@müller.example',
  'a@b.co',
  `${'a'.repeat(64)}@b.example`,
])('mail can be sent to %s', (address) => expect(isMailable(address)).toBe(true))

test.each([
  ['quoted', '"eva@evil.example "@plant.example'],
  ['quoted with a list', '"a@evil.example, b"@plant.example'],
  ['a group', 'all: a@x.example, b@x.example;'],
  ['an empty group', 'undisclosed-recipients:;'],
  ['two', 'a@x.example, b@x.example'],
  ['two by semicolon', 'a@x.example;b@x.example'],
  ['with a name', 'Eva <eva@plant.example>'],
  ['in brackets', '<eva@plant.example>'],
  ['with a comment', 'eva(at home)@plant.example'],
  ['with a header', 'eva@plant.example\r\nBcc: all@plant.example'],
  ['with a line', 'eva@plant.example\n'],
  ['with a NUL', 'eva@plant.example\u0000'],
  ['a literal', 'eva@[127.0.0.1]'],
  ['two at signs', 'eva@evil.example@plant.example'],
  ['a route', '@evil.example:eva@plant.example'],
  ['a percent route with quotes', 'eva%evil.example"@plant.example'],
  ['no domain', 'eva@'],
  ['no name', '@plant.example'],
  ['a name alone', 'eva'],
  ['a machine', 'eva@localhost'],
  ['dots', 'eva..kern@plant.example'],
  ['a dot first', '.eva@plant.example'],
  ['a hyphen first', 'eva@-plant.example'],
  ['blanks', 'eva kern@plant.example'],
  ['an encoded word', '=?utf-8?q?eva=40evil.example=3e?=@plant.example\t'],
  ['too long', `${'a'.repeat(65)}@b.example`],
  ['too long in all', `a@${'b'.repeat(250)}.example`],
])('nothing is sent to an address that is %s', (_, address) => expect(isMailable(address)).toBe(false))

test('what passes has one at sign, and nothing that ends a header or makes a list', () => {
  const sign = fc.constantFrom(
    'a',
    'b',
    '@',
    '.',
    ',',
    ';',
    ':',
    '<',
    '>',
    '"',
    '\\',
    '(',
    ')',
    ' ',
    '\r',
    '\n',
    '\t',
    '[',
    ']',
    'é',
  )
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 24 }), (address) => {
      if (isMailable(address)) expect(address).toMatch(/^[^@,;:<>"\\() \r\n\t[\]]+@[^@,;:<>"\\() \r\n\t[\]]+$/)
    }),
  )
})
