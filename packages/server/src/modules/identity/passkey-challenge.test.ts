import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ChallengeUse, challengeMs, isOpenChallenge, newChallenge } from './passkey-challenge.ts'

const key = randomBytes(32)
const use: ChallengeUse = { use: 'prove', holder: '7', rpId: 'millwatch.example' }

test('a challenge is valid for five minutes, for its use, holder and host name only', () => {
  const text = newChallenge(key, use, 1000)
  expect(isOpenChallenge(key, text, use, 1000)).toBe(true)
  expect(isOpenChallenge(key, text, use, 1000 + challengeMs - 1)).toBe(true)
  expect(isOpenChallenge(key, text, use, 1000 + challengeMs)).toBe(false)
  for (const other of [{ use: 'add' as const }, { holder: '8' }, { rpId: 'evil.example' }])
    expect(isOpenChallenge(key, text, { ...use, ...other }, 1000)).toBe(false)
  expect(isOpenChallenge(randomBytes(32), text, use, 1000)).toBe(false)
})

test('a changed, cut or foreign challenge is not valid', () => {
  const bytes = Buffer.from(newChallenge(key, use, 1000), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    expect(isOpenChallenge(key, changed.toString('base64url'), use, 1000)).toBe(false)
    expect(isOpenChallenge(key, bytes.subarray(0, at).toString('base64url'), use, 1000)).toBe(false)
  }
  for (const text of ['', '!', 'x'.repeat(5000)]) expect(isOpenChallenge(key, text, use, 1000)).toBe(false)
})
