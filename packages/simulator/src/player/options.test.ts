import { describe, expect, test } from 'vitest'
import { BadArguments, playOptions } from './options.ts'

const uuid = '7f3c9a52-0000-4000-8000-000000000001'
const enough = ['file.ndjson', '--to', 'http://127.0.0.1:8080', '--device', `A=B=${uuid}:the-key`]

describe('the options of a play', () => {
  test('name a file, a server and devices', () => {
    const options = playOptions(enough)
    expect(options).toMatchObject({ file: 'file.ndjson', speed: null, start: null, shuffle: null, duplicate: false })
    expect(options?.devices.get('A=B')).toEqual({ uuid, key: 'the-key' })
  })

  test('say how it is played', () => {
    const how = ['--speed', '60', '--shuffle', '7', '--duplicate', '--start', '2026-01-31T08:00:00Z', '--parallel', '4']
    expect(playOptions([...enough, ...how])).toMatchObject({
      speed: 60,
      shuffle: 7,
      duplicate: true,
      start: Date.parse('2026-01-31T08:00:00Z'),
      parallel: 4,
    })
  })

  test('sign in at the same server, or at the one given beside MQTT', () => {
    const make = ['--sign-in', 'admin@demo.example', '--unit', '3']
    expect(playOptions(['f', '--to', 'http://a:1', ...make])?.signIn?.api.href).toBe('http://a:1/')
    expect(playOptions(['f', '--to', 'mqtt://a:2', ...make, '--api', 'http://a:1'])?.signIn?.api.href).toBe(
      'http://a:1/',
    )
  })

  test('are null where help was asked for', () => {
    expect(playOptions(['--help'])).toBeNull()
  })

  test.each([
    [[], /FILE is missing/],
    [['f'], /--to URL is missing/],
    [['f', '--to', 'nowhere'], /not an address/],
    [['f', '--to', 'ftp://a'], /use http/],
    [['f', '--to', 'http://a:1'], /which devices/],
    [['f', '--to', 'http://a:1', '--device', 'A'], /NAME=UUID:KEY/],
    [['f', '--to', 'http://a:1', '--sign-in', 'me'], /needs --unit/],
    [['f', '--to', 'mqtt://a:1', '--sign-in', 'me', '--unit', '3'], /needs --api/],
    [[...enough, '--unit', '3'], /goes with --sign-in/],
    [[...enough, '--speed', '0'], /--speed must be/],
    [[...enough, '--shuffle', 'x'], /--shuffle must be/],
    [[...enough, '--start', 'soon'], /--start must be/],
    [[...enough, '--password', 'x'], /--password/],
    [[...enough, 'another'], /one FILE/],
  ])('that are wrong are told apart: %j', (args, text) => {
    expect(() => playOptions(args)).toThrow(BadArguments)
    expect(() => playOptions(args)).toThrow(text)
  })
})
