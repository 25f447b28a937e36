import type { Endpoint } from '@millwatch/contract/endpoint'
import * as company from '@millwatch/contract/http/company'
import * as devices from '@millwatch/contract/http/devices'
import * as tree from '@millwatch/contract/http/tree'
import * as lists from '@millwatch/contract/http/tree-lists'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operation' in value && 'shapes' in value
const endpoints = [company, devices, lists, tree].flatMap((module) => Object.values(module)).filter(isEndpoint)

const { t, company: acme, root } = await appWithCompany()
const token = await t.signIn(acme.emailOf('superuser'))
const device = await machineWithDevice(t, token, root)
await device.send([{ t: t.clock.now(), type: 'ping', firmware: '2.0.0' }])
const ids = [root, device.id, device.deviceId]

const awkward = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    2 ** 63,
    '',
    ' ',
    "'; drop table device; --",
    '\u0000',
    '\ud800',
    '\u202e',
    '2026-02-30T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '0000-01-01T00:00:00Z',
    '2016-12-31T23:59:60Z',
    'x'.repeat(5000),
    [],
    {},
    { unit: null, scale: 1e12, offset: -1e12 },
    { running: { inputs: ['24v0', { '24v1': 0 }], filters: { '24v0': { duration: -1, value: 9 } } } },
    { cycle: { logic: { name: 7 } }, down: { function: 'stdDevOrMaxCycleTime' } },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Returns a value as text for a path; `String` throws an error for an object such as `{ toString: 0 }`. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

test('Nothing that can be sent to units, machines, devices and lists is an error of the server', async () => {
  const values = fc.array(awkward, { minLength: 1, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...endpoints), values, fc.nat(20), async (endpoint, parts, pick) => {
      const names = Object.keys((endpoint.shapes.body as { properties?: object } | undefined)?.properties ?? {})
      const body = Object.fromEntries(
        names.flatMap((name, i) => {
          const value = parts[i % parts.length]
          if (name === 'equipId' || name.endsWith('_id')) return [[name, i % 3 ? ids[pick % 3] : value]]
          return (i + pick) % 3 === 0 ? [] : [[name, value]]
        }),
      )
      const at = pick % 4 ? String(ids[pick % 3]) : encodeURIComponent(textOf(parts[0]).slice(0, 90).toWellFormed())
      const path = endpoint.path.replace(/:[a-z]+/, at === '' ? '%20' : at)
      // One device stays on its machine, so that calls still reach it.
      if (endpoint.method === 'DELETE' && pick % 4) return
      const sent = endpoint.method === 'GET' ? { token } : { token, body }
      const { status, text } = await t.call(endpoint.method, path, sent)
      expect([endpoint.operation, body, status < 500 ? 'answered' : text]).toEqual([
        endpoint.operation,
        body,
        'answered',
      ])
    }),
    { numRuns: 600 },
  )
})
