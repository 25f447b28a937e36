import { resolve } from 'node:path'
import type { PasswordPolicy } from '@millwatch/domain/identity'
import { type BackupSchedule, readBackupTime } from './db/backup/due.ts'
import { type DiskReserve, readReserve } from './platform/disk/index.ts'
import { trustedProxies } from './platform/http/proxies.ts'
import { type Rates, ratesTimes } from './platform/http/rate-limit.ts'
import { isMailable, type SmtpSettings } from './platform/mail/index.ts'
import { reachableNetworks } from './platform/outgoing/networks.ts'
import type { StorageSettings } from './platform/s3/send.ts'
import { readStorage } from './platform/s3/settings.ts'
import type { SmsSettings } from './platform/sms/transport.ts'
import { messageOf, StartError } from './platform/start-error.ts'
import type { TlsFiles } from './platform/tls.ts'

export interface Config {
  readonly host: string
  readonly port: number
  /** Port for MQTT without encryption. If there is a certificate, only programs on this machine can reach it. */
  readonly mqttPort: number
  /** Port for MQTT over TLS; not opened without a certificate. */
  readonly mqttsPort: number
  /** Certificate files; undefined: this server does not encrypt HTTP or MQTT. */
  readonly tls: TlsFiles | undefined
  /** Folder of all files that this server stores, except backups, which are in the folder of `backups`. */
  readonly dataFolder: string
  /** URL of the database; undefined: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined
  /** Password of the demo's people; undefined: a random one, printed once. */
  readonly demoPassword: string | undefined
  /** Token that callers of /metrics must send; undefined: the path does not exist. */
  readonly metricsToken: string | undefined
  /**
   * Addresses and networks of proxies whose headers about the client's address and protocol are trusted; undefined:
   * none.
   */
  readonly trustProxy: string | undefined
  /**
   * Address at which people reach this server, such as `https://millwatch.example`, with which links in mails begin. Undefined:
   * the address on which it listens.
   */
  readonly publicUrl: string | undefined
  /** Mail server; undefined: no mail is sent. */
  readonly smtp: SmtpSettings | undefined
  /** Service for text messages; undefined: no text message is sent. */
  readonly sms: SmsSettings | undefined
  /** Addresses and networks outside the public internet to which webhooks may be sent; undefined: none. */
  readonly webhookAllow: string | undefined
  readonly passwordPolicy: PasswordPolicy
  /** Limits on requests per caller and second; null: no limits. */
  readonly rates: Rates | null
  /** Free space that messages of devices must leave on the embedded database's disk. */
  readonly diskReserve: DiskReserve
  /** Folder and time (UTC) of the backups that this server makes by itself; undefined: it makes none. */
  readonly backups: BackupSchedule | undefined
  /** Storage that speaks S3, for backups; undefined: none. */
  readonly backupStorage: StorageSettings | undefined
  readonly logLevel: string
  /** True: starts without the demo plant. */
  readonly empty: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const loopback = '127.0.0.1'
const shortestSecret = 16
const shortestPassword = 8
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Returns a setting without blanks at its ends. Undefined if it is absent or empty, as in most shells' `NAME= command`. */
function setting(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === '' ? undefined : value
}

function port(environment: Environment, name: string, otherwise: number): number {
  const text = setting(environment, name) ?? String(otherwise)
  const value = Number(text)
  if (/^\d{1,5}$/.test(text) && value >= 1 && value <= 65_535) return value
  throw new StartError(`${name} is a port number from 1 to 65535, not "${text}"`)
}

function databaseUrl(environment: Environment): string | undefined {
  const text = setting(environment, 'DATABASE_URL')
  // Not repeated here either.
  if (text !== undefined && /%(?![\da-f]{2})/i.test(text))
    throw new StartError(
      'DATABASE_URL has a % that begins no code. Write %25 for %, %40 for @, %2F for /, %23 for #, %3F for ?',
    )
  if (text === undefined || /^postgres(ql)?:\/\/[^/]*\/[^/?]+/.test(text)) return text
  // Not repeated here: it may hold a password.
  throw new StartError('DATABASE_URL looks like postgres://user:password@host:5432/database')
}

function secret(environment: Environment, name: string, least: number): string | undefined {
  const text = setting(environment, name)
  if (text === undefined || text.length >= least) return text
  throw new StartError(`${name} needs at least ${least} characters`)
}

function proxies(environment: Environment): string | undefined {
  const text = setting(environment, 'TRUST_PROXY')
  try {
    trustedProxies(text)
    return text
  } catch (error) {
    throw new StartError(`TRUST_PROXY: ${messageOf(error)}. An example: 10.0.0.1, 192.168.0.0/16`)
  }
}

function logLevel(environment: Environment): string {
  const text = setting(environment, 'LOG_LEVEL') ?? 'info'
  if (levels.includes(text)) return text
  throw new StartError(`LOG_LEVEL is one of ${levels.join(', ')}, not "${text}"`)
}

function publicUrl(environment: Environment): string | undefined {
  const text = setting(environment, 'PUBLIC_URL')
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url && isBare && (url.protocol === 'https:' || url.protocol === 'http:')) return url.origin
  throw new StartError(
    `PUBLIC_URL is the address of the pages without a path, as https://millwatch.example, not "${text}"`,
  )
}

function smtp(environment: Environment): SmtpSettings | undefined {
  const url = setting(environment, 'SMTP_URL')
  const from = setting(environment, 'MAIL_FROM')
  if (from !== undefined && !isMailable(from)) {
    throw new StartError(`MAIL_FROM is a bare email address, as millwatch@plant.example, not "${from}"`)
  }
  if (url === undefined) return undefined
  // Not repeated here: it may hold a password.
  const isGood =
    URL.canParse(url) && ['smtp:', 'smtps:'].includes(new URL(url).protocol) && new URL(url).hostname !== ''
  if (!isGood)
    throw new StartError('SMTP_URL looks like smtps://user:password@mail.plant.example or smtp://mail.plant.example:25')
  if (from === undefined) throw new StartError('SMTP_URL needs MAIL_FROM: the address that mail comes from')
  return { url, from }
}

const smsSender = /^(\+[1-9]\d{4,14}|[A-Za-z0-9 ]{3,40})$/

function sms(environment: Environment): SmsSettings | undefined {
  const url = setting(environment, 'SMS_URL')
  const from = setting(environment, 'SMS_FROM')
  if (from !== undefined && !smsSender.test(from))
    throw new StartError(`SMS_FROM is a number as +15551234567, or the name of a sender, not "${from}"`)
  if (url === undefined) return undefined
  // Not repeated here: it may hold a password.
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isSafe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname))
  if (!isSafe)
    throw new StartError(
      'SMS_URL looks like https://account:token@sms.example/2010-04-01/Accounts/account/Messages.json',
    )
  if (from === undefined) throw new StartError('SMS_URL needs SMS_FROM: the number that text messages come from')
  return { url, from }
}

function webhookAllow(environment: Environment): string | undefined {
  const text = setting(environment, 'WEBHOOK_ALLOW')
  try {
    reachableNetworks(text)
    return text
  } catch (error) {
    throw new StartError(`WEBHOOK_ALLOW: ${messageOf(error)}. An example: 10.0.0.5, 192.168.0.0/16`)
  }
}

function passwordPolicy(environment: Environment): PasswordPolicy {
  const text = setting(environment, 'PASSWORD_POLICY') ?? 'spec'
  if (text === 'spec' || text === 'nist') return text
  throw new StartError(`PASSWORD_POLICY is spec or nist, not "${text}"`)
}

function rates(environment: Environment): Rates | null {
  const text = setting(environment, 'RATE_LIMITS') ?? '1'
  if (text === 'off') return null
  if (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) > 0) return ratesTimes(Number(text))
  throw new StartError(`RATE_LIMITS is off, or how many times the usual, as 2 or 0.5, not "${text}"`)
}

function diskReserve(environment: Environment): DiskReserve {
  const text = setting(environment, 'DISK_RESERVE')
  const reserve = text === undefined ? 'usual' : readReserve(text)
  if (reserve !== undefined) return reserve
  throw new StartError(`DISK_RESERVE is a share or a size, as 10%, 500MiB or 4GiB, or 0 for none, not "${text}"`)
}

function backups(environment: Environment): Config['backups'] {
  const [folder, text] = [setting(environment, 'BACKUP_FOLDER'), setting(environment, 'BACKUP_AT') ?? '01:20']
  const at = readBackupTime(text)
  if (at === undefined) throw new StartError(`BACKUP_AT is a time of day in UTC, as 01:20, not "${text}"`)
  const continuous = setting(environment, 'BACKUP_CONTINUOUS') ?? 'off'
  if (continuous !== 'on' && continuous !== 'off')
    throw new StartError(`BACKUP_CONTINUOUS is on or off, not "${continuous}"`)
  const isContinuous = continuous === 'on'
  if (isContinuous && folder === undefined)
    throw new StartError('BACKUP_CONTINUOUS needs BACKUP_FOLDER: the folder of the archive.')
  if (isContinuous && setting(environment, 'DATABASE_URL') !== undefined)
    throw new StartError(
      'BACKUP_CONTINUOUS is for the embedded database. Set up the archive of the server in DATABASE_URL there.',
    )
  const isSent = setting(environment, 'BACKUP_S3') !== undefined
  if (folder === undefined) return undefined
  return { folder: resolve(folder), at, ...(isContinuous && { isContinuous }), ...(isSent && { isSent }) }
}

const backupStorage = (environment: Environment): StorageSettings | undefined =>
  readStorage({
    address: setting(environment, 'BACKUP_S3'),
    region: setting(environment, 'BACKUP_S3_REGION'),
    keyId: setting(environment, 'BACKUP_S3_KEY_ID'),
    secret: setting(environment, 'BACKUP_S3_SECRET'),
  })

/**
 * Returns the files of the certificate; undefined if both settings are absent. Throws a start error if only one is set: the
 * server would run unencrypted although encryption was meant.
 */
function tlsFiles(environment: Environment): TlsFiles | undefined {
  const cert = setting(environment, 'TLS_CERT')
  const key = setting(environment, 'TLS_KEY')
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw new StartError('TLS_KEY is set and TLS_CERT is not. Set both, or neither.')
  if (key === undefined) throw new StartError('TLS_CERT is set and TLS_KEY is not. Set both, or neither.')
  return { cert, key }
}

function isEmpty(args: readonly string[]): boolean {
  const strange = args.find((arg) => arg !== '--empty')
  if (strange === undefined) return args.includes('--empty')
  throw new StartError(`Unknown argument ${strange}. There is one: --empty (an installation without the demo plant)`)
}

/**
 * Reads all settings from environment variables and command-line arguments, with defaults for absent ones. Throws a
 * start error that names the setting if a value is invalid.
 */
export function readConfig(environment: Environment, args: readonly string[]): Config {
  const config: Config = {
    host: setting(environment, 'HOST') ?? loopback,
    port: port(environment, 'PORT', 8080),
    mqttPort: port(environment, 'MQTT_PORT', 1883),
    mqttsPort: port(environment, 'MQTTS_PORT', 8883),
    tls: tlsFiles(environment),
    dataFolder: resolve(setting(environment, 'MILLWATCH_DATA') ?? 'data'),
    databaseUrl: databaseUrl(environment),
    demoPassword: secret(environment, 'MILLWATCH_DEMO_PASSWORD', shortestPassword),
    metricsToken: secret(environment, 'METRICS_TOKEN', shortestSecret),
    trustProxy: proxies(environment),
    publicUrl: publicUrl(environment),
    smtp: smtp(environment),
    sms: sms(environment),
    webhookAllow: webhookAllow(environment),
    passwordPolicy: passwordPolicy(environment),
    rates: rates(environment),
    diskReserve: diskReserve(environment),
    backups: backups(environment),
    backupStorage: backupStorage(environment),
    logLevel: logLevel(environment),
    empty: isEmpty(args),
  }
  requireDistinctPorts(config)
  return config
}

function requireDistinctPorts({ port, mqttPort, mqttsPort, tls }: Config): void {
  const ports = { PORT: port, MQTT_PORT: mqttPort, ...(tls === undefined ? {} : { MQTTS_PORT: mqttsPort }) }
  for (const [number, both] of Map.groupBy(Object.entries(ports), ([, value]) => value)) {
    const [first, second] = both
    if (first && second)
      throw new StartError(`${first[0]} and ${second[0]} are both ${number}. Set one of them to another number.`)
  }
}

/**
 * Returns true for an address of this machine alone (`localhost`, `::1` or `127...`), so that a server that listens on it cannot
 * be reached from other machines.
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
