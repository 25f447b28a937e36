import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Credentials } from '../transport/sender.ts'

export const help = `Plays a recording of machines to a server, as their devices would.

  npm run play -- FILE --to URL (--device NAME=UUID:KEY ... | --devices FILE | --sign-in USER --unit ID) [options]

  FILE                     recording: one envelope per line with the name of its device; .ndjson or .ndjson.gz
  --to URL                 http://host:port, or mqtt://host:port

Which device stands for which name in the recording:
  --device NAME=UUID:KEY   a device that exists; may be repeated
  --devices FILE           the same from a file: {"NAME": {"uuid": "...", "key": "..."}}
  --sign-in USER           sign in, make a machine with a device for each name; the password is read from MILLWATCH_PASSWORD
  --unit ID                the unit under which they are made
  --api URL                where to sign in; needed when --to is an mqtt:// address
  --save FILE              keep the devices made for a later --devices (readable by you alone)

How it is played:
  --speed N                N times as fast as it was recorded; without it, as fast as the server takes it
  --start now|INSTANT      move all times so that the recording begins then; without it, times stay as recorded
  --shuffle SEED           in an order that depends on the whole number SEED, instead of that of the recording
  --duplicate              every batch twice
  --parallel N             batches on their way at once: in all when shuffled, else per device; default 16, over HTTP in order 1
`

export interface PlayOptions {
  readonly file: string
  readonly to: URL
  readonly devices: ReadonlyMap<string, Credentials>
  readonly signIn: {
    readonly user: string
    readonly unit: number
    readonly api: URL
    readonly save: string | null
  } | null
  readonly speed: number | null
  /** Instant to which the first event is moved: epoch ms, or `now`; null: times stay as recorded. */
  readonly start: number | 'now' | null
  readonly shuffle: number | null
  readonly duplicate: boolean
  readonly parallel: number | null
}

/** Error in the arguments of the command, with a message for the person who typed them. */
export class BadArguments extends Error {}

const bad = (text: string): never => {
  throw new BadArguments(text)
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: text,
        device: { type: 'string', multiple: true },
        devices: text,
        'sign-in': text,
        unit: text,
        api: text,
        save: text,
        speed: text,
        start: text,
        shuffle: text,
        duplicate: { type: 'boolean', default: false },
        parallel: text,
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return bad(error instanceof Error ? error.message : String(error))
  }
}

function address(name: string, value: string, schemes: readonly string[]): URL {
  const url = URL.canParse(value) ? new URL(value) : bad(`${name}: "${value}" is not an address`)
  if (!schemes.includes(url.protocol)) bad(`${name}: use ${schemes.map((s) => `${s}//host:port`).join(' or ')}`)
  return url
}

function number(
  name: string,
  value: string | undefined,
  test: (n: number) => boolean,
  expected: string,
): number | null {
  if (value === undefined) return null
  const n = Number(value)
  return value.trim() !== '' && test(n) ? n : bad(`${name} must be ${expected}, not "${value}"`)
}

const wholeFrom = (least: number) => (n: number) => Number.isSafeInteger(n) && n >= least

/**
 * Parses `NAME=UUID:KEY` into the name and the credentials; the name may contain `=`. Throws `BadArguments` for any other text.
 */
function deviceArgument(value: string): [string, Credentials] {
  const match = /^(.+)=([0-9a-fA-F-]{36}):(\S+)$/.exec(value)
  const [, name, uuid, key] = match ?? []
  return name && uuid && key ? [name, { uuid, key }] : bad('--device must read NAME=UUID:KEY')
}

function devicesFile(path: string): [string, Credentials][] {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return bad(`--devices: ${error instanceof Error ? error.message : String(error)}`)
  }
  return Object.entries((value ?? {}) as Record<string, Partial<Credentials> | null>).map(([name, device]) =>
    typeof device?.uuid === 'string' && typeof device.key === 'string'
      ? [name, { uuid: device.uuid, key: device.key }]
      : bad(`--devices: "${name}" has no uuid and key`),
  )
}

function startOf(value: string | undefined): PlayOptions['start'] {
  if (value === undefined || value === 'now') return value ?? null
  const at = Date.parse(value)
  return Number.isNaN(at) ? bad('--start must be now, or an instant such as 2026-01-31T08:00:00Z') : at
}

type Values = ReturnType<typeof parsed>['values']

function signInOf(values: Values, to: URL): PlayOptions['signIn'] {
  const user = values['sign-in']
  if (user === undefined) {
    for (const name of ['unit', 'api', 'save'] as const) if (values[name]) bad(`--${name} goes with --sign-in`)
    return null
  }
  const unit = number('--unit', values.unit, wholeFrom(1), 'the id of a unit') ?? bad('--sign-in needs --unit ID')
  const needed =
    to.protocol === 'mqtt:' ? (values.api ?? bad('--sign-in needs --api http://host:port beside mqtt')) : ''
  const api = address('--api', values.api ?? (needed || to.href), ['http:', 'https:'])
  return { user, unit, api, save: values.save ?? null }
}

/**
 * Parses the arguments of the command, and reads the file named by `--devices`; null if help was requested. Throws `BadArguments`
 * for an invalid or missing argument, and for a file that cannot be read.
 */
export function playOptions(args: readonly string[]): PlayOptions | null {
  const { values, positionals } = parsed(args)
  if (values.help) return null
  const file = positionals[0] ?? bad('FILE is missing: which recording is to be played?')
  if (positionals.length > 1) bad(`one FILE at a time: ${positionals.slice(1).join(' ')}`)
  const to = address('--to', values.to ?? bad('--to URL is missing: where to?'), ['http:', 'https:', 'mqtt:'])
  const devices = new Map([
    ...(values.devices === undefined ? [] : devicesFile(values.devices)),
    ...(values.device ?? []).map(deviceArgument),
  ])
  const signIn = signInOf(values, to)
  if (signIn === null && devices.size === 0) bad('which devices? Use --device, --devices or --sign-in')
  return {
    file,
    to,
    devices,
    signIn,
    speed: number('--speed', values.speed, (n) => n > 0 && Number.isFinite(n), 'a number above 0'),
    start: startOf(values.start),
    shuffle: number('--shuffle', values.shuffle, wholeFrom(0), 'a whole number'),
    duplicate: values.duplicate,
    parallel: number('--parallel', values.parallel, wholeFrom(1), 'a whole number from 1'),
  }
}
