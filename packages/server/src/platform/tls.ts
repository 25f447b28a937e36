import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext, type Server as TlsServer } from 'node:tls'
import { DAY_MS } from '@millwatch/domain/time'
import type { Logger } from './logger.ts'
import { messageOf, StartError } from './start-error.ts'

/** Paths of PEM files: the certificate with its chain, and its private key without passphrase. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

interface Pair {
  readonly cert: Buffer
  readonly key: Buffer
}

/**
 * Ciphers for TLS 1.3 and 1.2: authenticated, and with forward secrecy, so that a stolen key does not reveal earlier
 * traffic.
 */
const ciphers = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
].join(':')

/** Interval in which the files are checked; a certificate is renewed days before it expires. */
const LOOK_MS = 30_000
/** Time before the end of a certificate from which on there is a warning: programs that renew one do it earlier. */
const SOON_MS = 14 * DAY_MS
/** Bit of the mode of a file that every user of the machine may read. */
const READABLE_BY_ALL = 0o004

function readFile(path: string, setting: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartError(`${setting} cannot be read: ${messageOf(error)}`, error)
  }
}

/**
 * Reads the certificate and the private key. Throws a start error if a file cannot be read, is not in PEM, or the key does not
 * belong to the certificate.
 */
function readPair({ cert: certPath, key: keyPath }: TlsFiles): Pair {
  const cert = readFile(certPath, 'TLS_CERT')
  const key = readFile(keyPath, 'TLS_KEY')
  requireUsable({ cert }, `TLS_CERT is no certificate in PEM: ${certPath}`)
  requireUsable({ key }, `TLS_KEY is no private key in PEM without a passphrase: ${keyPath}`)
  requireUsable({ cert, key }, 'TLS_KEY does not belong to the certificate of TLS_CERT')
  return { cert, key }
}

function requireUsable(part: Partial<Pair>, text: string): void {
  try {
    createSecureContext(part)
  } catch (error) {
    throw new StartError(`${text} (${messageOf(error)})`, error)
  }
}

/**
 * Certificate of the installation, used by all encrypted ports. Reads the files when created and throws a start error
 * if they cannot be used. Looks every 30 s for changed files and uses them for new connections.
 */
export class Certificate {
  readonly #files: TlsFiles
  readonly #logger: Logger
  readonly #servers = new Set<TlsServer>()
  #pair: Pair
  #refused: Pair | undefined
  /** Reason for which the last look failed; undefined if the files could be read. */
  #unread: string | undefined
  readonly #timer: NodeJS.Timeout

  constructor(files: TlsFiles, logger: Logger) {
    this.#files = files
    this.#logger = logger
    this.#pair = readPair(files)
    this.#timer = setInterval(() => this.look(), LOOK_MS)
    this.#timer.unref()
  }

  /** Options to create a TLS server with. */
  get options(): Pair & { readonly minVersion: 'TLSv1.2'; readonly ciphers: string } {
    return { ...this.#pair, minVersion: 'TLSv1.2', ciphers }
  }

  /**
   * Returns a text for the operator about what should be mended at `now` (epoch ms) although connections can be opened: a
   * certificate that browsers and devices refuse or will soon refuse, or a key that every user of the machine can read.
   * Undefined if there is nothing.
   */
  warning(now: number): string | undefined {
    const { validFromDate, validToDate } = new X509Certificate(this.#pair.cert)
    const day = (date: Date): string => date.toISOString().slice(0, 10)
    if (validToDate.getTime() <= now)
      return `The certificate of TLS_CERT expired on ${day(validToDate)}: browsers and devices refuse it. Renew it.`
    if (validFromDate.getTime() > now)
      return `The certificate of TLS_CERT is not valid before ${day(validFromDate)}. Is the clock of this machine right?`
    if (validToDate.getTime() - now < SOON_MS)
      return `The certificate of TLS_CERT expires on ${day(validToDate)}. Renew it.`
    return isReadableByAll(this.#files.key)
      ? `Every user of this machine can read the private key in TLS_KEY. Run: chmod o-r ${this.#files.key}`
      : undefined
  }

  /** Registers a server: its new connections use the current certificate. */
  keep(server: TlsServer): void {
    this.#servers.add(server)
    server.once('close', () => this.#servers.delete(server))
  }

  /**
   * Loads the two files if they changed, and uses them for new connections of the registered servers. Files with an unusable
   * content, or files that cannot be read, leave the present certificate in use and are logged once, until they change again.
   */
  look(): void {
    const { cert, key } = this.#files
    try {
      const found = { cert: readFile(cert, 'TLS_CERT'), key: readFile(key, 'TLS_KEY') }
      this.#unread = undefined
      if (isSame(found, this.#pair) || (this.#refused && isSame(found, this.#refused))) return
      this.#refused = found
      this.#pair = readPair(this.#files)
      for (const server of this.#servers) server.setSecureContext(this.options)
      this.#refused = undefined
      this.#logger.info('A new certificate is in use')
    } catch (error) {
      const reason = messageOf(error)
      if (reason === this.#unread) return
      this.#unread = reason
      this.#logger.warn({ reason }, 'The certificate is kept as it was')
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/**
 * Returns true if every user of the machine may read the file. False for a file that does not exist, and on Windows, whose files
 * have no mode.
 */
function isReadableByAll(path: string): boolean {
  if (process.platform === 'win32') return false
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & READABLE_BY_ALL) !== 0
}

const isSame = (pair: Pair, other: Pair) => pair.cert.equals(other.cert) && pair.key.equals(other.key)
