import { readFileSync } from 'node:fs'
import { createSecureContext, type Server as TlsServer } from 'node:tls'
import type { Logger } from './logger.ts'
import { messageOf, StartError } from './start-error.ts'

/** Paths of PEM files: the certificate with the chain above it, and its private key. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

interface Pair {
  readonly cert: Buffer
  readonly key: Buffer
}

/** For TLS 1.2, which has others too: sealed, and not to be read later by who gets hold of the key. */
const ciphers = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
].join(':')

/** How often the files are looked at: a certificate is renewed days before it ends. */
const LOOK_MS = 30_000

function readFile(path: string, setting: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartError(`${setting} cannot be read: ${messageOf(error)}`, error)
  }
}

/** Reads both, and refuses what no connection could be opened with. */
function readPair({ cert: certPath, key: keyPath }: TlsFiles): Pair {
  const cert = readFile(certPath, 'TLS_CERT')
  const key = readFile(keyPath, 'TLS_KEY')
  demandUsable({ cert }, `TLS_CERT is no certificate in PEM: ${certPath}`)
  demandUsable({ key }, `TLS_KEY is no private key in PEM without a passphrase: ${keyPath}`)
  demandUsable({ cert, key }, 'TLS_KEY does not belong to the certificate of TLS_CERT')
  return { cert, key }
}

function demandUsable(part: Partial<Pair>, text: string): void {
  try {
    createSecureContext(part)
  } catch (error) {
    throw new StartError(`${text} (${messageOf(error)})`, error)
  }
}

/** The certificate of the installation, for every door that is encrypted. Files that change are taken up while it runs. */
export class Certificate {
  readonly #files: TlsFiles
  readonly #logger: Logger
  readonly #servers = new Set<TlsServer>()
  #pair: Pair
  #refused: Pair | undefined
  readonly #timer: NodeJS.Timeout

  constructor(files: TlsFiles, logger: Logger) {
    this.#files = files
    this.#logger = logger
    this.#pair = readPair(files)
    this.#timer = setInterval(() => this.look(), LOOK_MS)
    this.#timer.unref()
  }

  /** What a server is made with. */
  get options(): Pair & { readonly minVersion: 'TLSv1.2'; readonly ciphers: string } {
    return { ...this.#pair, minVersion: 'TLSv1.2', ciphers }
  }

  /** New connections of this server are opened with the files as they are then. */
  keep(server: TlsServer): void {
    this.#servers.add(server)
    server.once('close', () => this.#servers.delete(server))
  }

  /** Takes up other files; those that cannot be used are left alone until they change again, and said so once. */
  look(): void {
    const { cert, key } = this.#files
    try {
      const found = { cert: readFile(cert, 'TLS_CERT'), key: readFile(key, 'TLS_KEY') }
      if (isSame(found, this.#pair) || (this.#refused && isSame(found, this.#refused))) return
      this.#refused = found
      this.#pair = readPair(this.#files)
      for (const server of this.#servers) server.setSecureContext(this.options)
      this.#refused = undefined
      this.#logger.info('Another certificate is used from now on')
    } catch (error) {
      this.#logger.warn({ reason: messageOf(error) }, 'The certificate is kept as it was')
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

const isSame = (one: Pair, other: Pair) => one.cert.equals(other.cert) && one.key.equals(other.key)
