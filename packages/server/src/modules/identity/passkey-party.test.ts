import { expect, test } from 'vitest'
import { passkeyParty } from './passkey-party.ts'

const at = (address: string) => {
  const { protocol, host } = new URL(address)
  return { protocol: protocol.slice(0, -1), host }
}

test('passkeys are of the public address, by which the request must have come', () => {
  const address = 'https://millwatch.example'
  expect(passkeyParty(address, at('https://millwatch.example'))).toEqual({ rpId: 'millwatch.example', origin: address })
  for (const other of [
    'http://millwatch.example',
    'https://millwatch.example:8443',
    'https://evil.example',
    'https://evil.millwatch.example',
    'https://millwatch.example.evil.example',
    'http://localhost:8080',
  ])
    expect(passkeyParty(address, at(other))).toBeNull()
})

test('without a public address they are of localhost only', () => {
  expect(passkeyParty(undefined, at('http://localhost:8080'))).toEqual({
    rpId: 'localhost',
    origin: 'http://localhost:8080',
  })
  for (const other of ['https://evil.example', 'http://127.0.0.1:8080', 'http://localhost.evil.example'])
    expect(passkeyParty(undefined, at(other))).toBeNull()
  for (const host of ['', 'a b', 'localhost@evil.example', 'localhost, evil.example'])
    expect(passkeyParty(undefined, { protocol: 'http', host })).toBeNull()
})

test('a public address without HTTPS, or without a name, has none', () => {
  for (const address of ['http://millwatch.example', 'https://10.0.0.5', 'https://[2001:db8::1]'])
    expect(passkeyParty(address, at(address))).toBeNull()
})
