import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'

/**
 * Logger. Messages are constant; variable data is in the fields, as in `logger.warn({ deviceId }, 'Batch refused')`.
 */
export type Logger = PinoLogger

const secretFields = [
  'password',
  'token',
  'key',
  'secret',
  'authorization',
  'cookie',
  'device_key',
  'deviceKey',
  'connectionString',
  'DATABASE_URL',
]

/**
 * Setting of the logger that replaces secret fields by `[hidden]`: at the top level, one level below, and in the headers of
 * requests and answers.
 */
const redact = {
  paths: [
    ...secretFields,
    ...secretFields.map((field) => `*.${field}`),
    'req.headers.authorization',
    'req.headers.cookie',
    'res.headers["set-cookie"]',
  ],
  censor: '[hidden]',
}

/**
 * Returns an error as a plain object of its class name, message and text code, with the same of its causes, up to five levels
 * deep. The stack is included only with `withStack`. All other fields are left out, since a driver's may contain keys, values of
 * queries and quoted rows. Any other value becomes a text.
 */
function plainError(error: unknown, withStack: boolean, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const cause = error.cause === undefined || depth >= 5 ? {} : { cause: plainError(error.cause, withStack, depth + 1) }
  const stack = withStack ? { stack: error.stack } : {}
  return { type: error.constructor.name, message: error.message, ...stack, ...code, ...cause }
}

/**
 * Creates a logger that writes one JSON object per line, to stderr by default (stdout is for texts to people). Fields
 * with known names of secrets are hidden, and errors lose the fields that libraries add. Stacks are in the log at the
 * level `debug` and `trace` only.
 */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  const level = options.level ?? 'info'
  const withStack = level === 'debug' || level === 'trace'
  return pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      redact,
      serializers: { err: (error: unknown) => plainError(error, withStack) },
    },
    options.destination ?? pino.destination({ fd: 2, sync: true }),
  )
}

export const silentLogger: Logger = pino({ level: 'silent' })
