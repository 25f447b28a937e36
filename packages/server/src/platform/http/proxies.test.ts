import { describe, expect, test } from 'vitest'
import { isOwnOrigin, isPlainLoopback } from './origin.ts'
import { trustedProxies } from './proxies.ts'

describe('proxies', () => {
  test('are believed when they are named, by address or network, and else not', () => {
    const trusts = trustedProxies(' 10.0.0.1, 192.168.0.0/16,fd00::/8 ')
    for (const address of ['10.0.0.1', '192.168.7.7', 'fd00::1', '::ffff:10.0.0.1'])
      expect([address, trusts(address)]).toEqual([address, true])
    for (const address of ['10.0.0.2', '192.169.0.1', 'fe80::1', '', 'x'])
      expect([address, trusts(address)]).toEqual([address, false])
    expect(trustedProxies(undefined)('127.0.0.1')).toBe(false)
  })

  test.each(['true', '10.0.0.0/33', '10.0.0.0/x', 'fd00::/129', 'example.com', '10.0.0.0/'])(
    '%s names none',
    (text) => {
      expect(() => trustedProxies(text)).toThrow(text.trim())
    },
  )
})

describe('an origin', () => {
  const reached = { protocol: 'https', host: 'plant.example' }
  test.each(['https://plant.example', 'https://plant.example:443', 'HTTPS://PLANT.EXAMPLE'])('%s is own', (origin) => {
    expect(isOwnOrigin(origin, reached)).toBe(true)
  })
  test.each([
    undefined,
    '',
    'null',
    'http://plant.example',
    'https://plant.example:8443',
    'https://plant.example.evil.example',
    'https://evil-plant.example',
    'https://x.plant.example',
    'plant.example',
  ])('%s is not', (origin) => expect(isOwnOrigin(origin, reached)).toBe(false))
  test('is never that of a host that is none', () => {
    expect(isOwnOrigin('http://a b', { protocol: 'http', host: 'a b' })).toBe(false)
    expect(isOwnOrigin('http://x', { protocol: 'http', host: '' })).toBe(false)
  })
})

test.each([
  ['localhost:8080', true],
  ['127.0.0.1', true],
  ['127.9.9.9:1', true],
  ['[::1]:8080', true],
  ['localhost.evil.example', false],
  ['128.0.0.1', false],
  ['plant.example', false],
  ['', false],
])('%s is plain loopback: %s', (host, expected) => {
  expect(isPlainLoopback({ protocol: 'http', host })).toBe(expected)
  expect(isPlainLoopback({ protocol: 'https', host })).toBe(false)
})
