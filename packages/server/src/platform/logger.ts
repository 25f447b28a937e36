import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'

/** Logs: the message is a constant, what varies is in the fields. `logger.warn({ deviceId }, 'Batch refused')`. */
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

/** Secrets are cut out at the top level, one level down, and in the headers of requests. */
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
 * An error without what libraries hang on it: a driver's errors carry its whole connection, with keys and the values of
 * queries under way, and details that quote rows.
 */
function plainError(error: unknown, level = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const cause = error.cause === undefined || level >= 5 ? {} : { cause: plainError(error.cause, level + 1) }
  return { type: error.constructor.name, message: error.message, stack: error.stack, ...code, ...cause }
}

/** One JSON object per line, to stderr unless told otherwise; stdout is for what a person reads. */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  return pino(
    {
      level: options.level ?? 'info',
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      redact,
      serializers: { err: plainError },
    },
    options.destination ?? pino.destination({ fd: 2, sync: true }),
  )
}

export const silentLogger: Logger = pino({ level: 'silent' })
