import { expect, test } from 'vitest'
import { reachableNetworks } from './networks.ts'
import { retryAfterMs } from './retry-after.ts'

const { isReachable } = reachableNetworks(undefined)

test.each(
  `127.0.0.1 127.255.1.1 0.0.0.0 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
  192.0.0.192 198.18.0.1 224.0.0.1 255.255.255.255 240.0.0.1 192.0.2.1 203.0.113.9 ::1 :: ::ffff:127.0.0.1 ::ffff:10.0.0.1
  ::ffff:7f00:1 ::ffff:8.8.8.8 fe80::1 fc00::1 fd12::1 ff02::1 64:ff9b::7f00:1 64:ff9b::a00:1 2002:7f00:1:: 2001::1
  2001:db8::1 3fff::1 100::1 5f00::1 localhost`.split(/\s+/),
)('%s is not reached', (address) => {
  expect(isReachable(address)).toBe(false)
})

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
  '%s is reached',
  (address) => {
    expect(isReachable(address)).toBe(true)
  },
)

test('the operator allows networks and addresses besides', () => {
  const { isReachable: isOpen, isAllowed } = reachableNetworks('10.1.0.0/16, 127.0.0.1 fd00::/8')
  expect(['10.1.2.3', '127.0.0.1', '::ffff:10.1.2.3', 'fd12::1', '8.8.8.8'].map(isOpen)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(['10.2.0.1', '127.0.0.2', 'fe80::1'].map(isOpen)).toEqual([false, false, false])
  expect(['10.1.2.3', '8.8.8.8'].map(isAllowed)).toEqual([true, false])
  expect(() => reachableNetworks('10.1.0.0/33')).toThrow('10.1.0.0/33 is no network')
  expect(() => reachableNetworks('plant.example')).toThrow('neither an address nor a network')
})

test('the wait that a receiver demands is in seconds or a date, and at most an hour', () => {
  const now = Date.parse('2026-11-23T06:00:00Z')
  expect(retryAfterMs('30', now)).toBe(30_000)
  expect(retryAfterMs('Mon, 23 Nov 2026 06:02:00 GMT', now)).toBe(120_000)
  expect(retryAfterMs('99999', now)).toBe(3_600_000)
  expect(['0', '-1', 'soon', '', undefined, null].map((text) => retryAfterMs(text, now))).toEqual(Array(6).fill(null))
})
