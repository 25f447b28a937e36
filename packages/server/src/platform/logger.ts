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

/** One JSON object per line, to stderr unless told otherwise; stdout is for what a person reads. */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  return pino(
    { level: options.level ?? 'info', base: undefined, timestamp: stdTimeFunctions.isoTime, redact },
    options.destination ?? pino.destination({ fd: 2, sync: true }),
  )
}

export const silentLogger: Logger = pino({ level: 'silent' })
