import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOwnWord, passwordFault } from './password.ts'

const mine = 'eva.kern@ashworks.example'

describe('the policy of the specification', () => {
  test.each(['Passw0rd', 'aaaaaaa1', '1234567a', 'äääääää1', '日本語日本語日٣', '  spaces 1 ', `${'a'.repeat(127)}1`])(
    'takes %s',
    (password) => expect(passwordFault('spec', password, mine)).toBeNull(),
  )
  test.each(['', 'Passw0r', 'password', '12345678', '!!!!!!!!', '1!!!!!!!', 'a!!!!!!!', '😀😀😀😀a1'])(
    'refuses %s',
    (password) => expect(passwordFault('spec', password, mine)).toBe('password_weak'),
  )

  test('asks for eight characters, a letter and a number, and nothing else', () => {
    const character = fc.constantFrom('a', 'Z', 'é', '0', '9', '-', ' ', '😀')
    fc.assert(
      fc.property(fc.array(character, { maxLength: 20 }), (characters) => {
        const isGood = characters.length >= 8 && /[aZé]/.test(characters.join('')) && /[09]/.test(characters.join(''))
        expect(passwordFault('spec', characters.join(''), mine) === null).toBe(isGood)
      }),
    )
  })
})

describe('a password that is nothing but an own word', () => {
  test.each(['Millwatch2026', '1millwatch!', 'eva.kern1', 'Eva-Kern-1999', 'AshWorks 42'])('%s is known', (password) =>
    expect(isOwnWord(password, mine)).toBe(true),
  )
  test.each(['millwatch at dawn 1', 'evakernel1', 'kern2026', '12345678', 'Passw0rd'])('%s is not', (password) =>
    expect(isOwnWord(password, mine)).toBe(false),
  )

  test('is known however digits and signs are put around and into it, and not with one letter more', () => {
    const dressing = fc.string({ unit: fc.constantFrom(...'0123456789!?. -'), maxLength: 6 })
    fc.assert(
      fc.property(dressing, dressing, dressing, (before, within, after) => {
        expect(isOwnWord(`${before}ash${within}WORKS${after}`, mine)).toBe(true)
        expect(isOwnWord(`${before}ash${within}WORKS${after}x`, mine)).toBe(false)
      }),
    )
  })
})

describe('the policy of NIST', () => {
  test.each([
    'a lathe hums at dawn',
    'vjq-rmd-wxo-p',
    'ümlaut und brot',
    'correct battery horse',
    '8472 9150 3366',
    'Tr0ub4dor&3-and-so',
    'monkeys wear boots',
  ])('takes %s', (password) => expect(passwordFault('nist', password, mine)).toBeNull())

  test.each(['', 'short one', 'elevenchars', '😀😀😀😀😀😀'])('finds %s short', (password) =>
    expect(passwordFault('nist', password, mine)).toBe('password_short'),
  )

  test.each([
    'password12345',
    'P@ssw0rd!!!!!',
    'passwordpassword',
    'administrator',
    'Administrator2026!',
    'correcthorsebatterystaple',
    'iloveyouiloveyou',
    'sunshine-princess',
    '123456789012',
    '098765432109',
    'qwertyuiop1234',
    'qwertyuiopasdf',
    '1qaz2wsx3edc',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'xyzzxyzzxyzz',
    'abcdefghijkl',
    'Welcome2Welcome',
  ])('knows that %s is guessed first', (password) =>
    expect(passwordFault('nist', password, mine)).toBe('password_common'),
  )

  test.each(['eva.kern is here', 'MILLWATCH-forever', 'I work at AshWorks', 'xx eva.kern xx'])(
    'finds %s personal',
    (password) => expect(passwordFault('nist', password, mine)).toBe('password_personal'),
  )

  test('does not mind short names of people', () => {
    expect(passwordFault('nist', 'evaporated milk can', 'eva@x.example')).toBeNull()
  })

  test('refuses every guess however it is dressed with digits', () => {
    const dressing = fc.string({ unit: fc.constantFrom(...'0123456789!?. -'), minLength: 4, maxLength: 10 })
    fc.assert(
      fc.property(fc.constantFrom('password', 'sunshine', 'football', 'superman'), dressing, (word, tail) => {
        expect(passwordFault('nist', `${word}${tail}`, mine)).toBe('password_common')
      }),
    )
  })
})
