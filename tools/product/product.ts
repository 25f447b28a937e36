import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { embeddedUrl, postmasterOf } from './embedded-files.ts'
import { freePort } from './free-port.ts'
import { childrenOf, signal } from './processes.ts'

export interface ProductOptions {
  /** Absent: the embedded database. */
  readonly databaseUrl?: string
  /** Where its data is, and stays; absent: a temporary folder. */
  readonly folder?: string
  /** With the demo plant, whose users have this password. */
  readonly demoPassword?: string
  /** On top of the environment. */
  readonly env?: Readonly<Record<string, string>>
}

const POLL_MS = 5
const START_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 10_000
const KEPT_LOG = 20_000
const root = fileURLToPath(new URL('../../', import.meta.url))
const main = join(root, 'packages/server/src/main.ts')
const cli = join(root, 'packages/server/src/cli.ts')

/** A data folder of its own, which an unprivileged database process can reach. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millwatch-'))
  chmodSync(folder, 0o711)
  return folder
}

/** Millwatch as its user has it: a server process on a data folder and ports of its own, started, stopped and killed. */
export class Product {
  readonly port: number
  readonly mqttPort: number
  readonly folder: string
  readonly #options: ProductOptions
  #child: ChildProcess | undefined
  #log = ''

  private constructor(port: number, mqttPort: number, options: ProductOptions) {
    this.port = port
    this.mqttPort = mqttPort
    this.folder = options.folder ?? temporaryFolder()
    this.#options = options
  }

  static async make(options: ProductOptions = {}): Promise<Product> {
    return new Product(await freePort(), await freePort(), options)
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get dataFolder(): string {
    return join(this.folder, 'data')
  }

  /** The owner's way to its database, which runs. */
  get databaseUrl(): string {
    return this.#options.databaseUrl ?? embeddedUrl(this.dataFolder)
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Whether SIGKILL ended it. */
  get wasKilled(): boolean {
    return this.#child?.signalCode === 'SIGKILL'
  }

  /** Resolves with whether it has ended, in that time at most. */
  async endsWithin(ms: number): Promise<boolean> {
    return Promise.race([this.#ended().then(() => true), delay(ms, false, { ref: false })])
  }

  /** The main process of its embedded database; undefined when none runs. */
  get postmaster(): number | undefined {
    return postmasterOf(this.dataFolder)
  }

  /** The last of what the server said. */
  get log(): string {
    return this.#log
  }

  /** Starts the server; resolves when it serves, with the milliseconds that took. */
  async start(withinMs: number = START_WITHIN_MS): Promise<number> {
    const began = performance.now()
    const args = this.#options.demoPassword === undefined ? ['--empty'] : []
    const child = spawn(process.execPath, [main, ...args], {
      cwd: root,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#log = (this.#log + chunk.toString()).slice(-KEPT_LOG)
      })
    }
    for (;;) {
      if (!this.isRunning) throw new Error(`The server ended: ${this.#log}`)
      if (await this.isServing()) return performance.now() - began
      if (performance.now() - began > withinMs) throw new Error(`The server does not serve: ${this.#log}`)
      await delay(POLL_MS)
    }
  }

  async isServing(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/health`)
      await answer.arrayBuffer()
      return answer.status === 200
    } catch {
      return false
    }
  }

  /** Runs `millwatch ARGUMENTS` on this installation; what it printed. */
  async command(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
      cwd: root,
      env: this.#environment(),
    })
    return stdout
  }

  /** kill -9 of the server process; its database notices and stops by itself. */
  async killServer(): Promise<void> {
    if (this.pid !== undefined) signal(this.pid, 'SIGKILL')
    await this.#ended()
  }

  /** kill -9 of the server, the database and all its processes, in one moment. */
  async killEverything(): Promise<void> {
    const { postmaster } = this
    const backends = postmaster === undefined ? [] : childrenOf(postmaster)
    if (this.pid !== undefined) signal(this.pid, 'SIGKILL')
    // The group holds what watches over the database, too.
    if (postmaster !== undefined) signal(-postmaster, 'SIGKILL')
    for (const backend of backends) signal(backend, 'SIGKILL')
    await this.#ended()
  }

  /** An immediate stop of the database: what it had not written is lost. The server stays. The answer is whom it hit. */
  stopDatabaseAtOnce(): number {
    const { postmaster } = this
    if (postmaster === undefined) throw new Error('No database runs')
    signal(postmaster, 'SIGQUIT')
    return postmaster
  }

  /** A clean stop; true when the server was gone in time. */
  async stop(): Promise<boolean> {
    if (this.pid === undefined) return true
    signal(this.pid, 'SIGTERM')
    const isGone = await Promise.race([this.#ended().then(() => true), delay(STOP_WITHIN_MS, false, { ref: false })])
    if (!isGone) await this.killEverything()
    return isGone
  }

  /** Stops it and removes its data, unless that is to stay. */
  async discard(): Promise<void> {
    await this.stop()
    if (this.#options.folder !== undefined) return
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  async #ended(): Promise<void> {
    if (this.isRunning) await new Promise((resolve) => this.#child?.once('exit', resolve))
  }

  #environment(): NodeJS.ProcessEnv {
    const { databaseUrl, demoPassword, env } = this.#options
    return {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(this.port),
      MQTT_PORT: String(this.mqttPort),
      MILLWATCH_DATA: this.dataFolder,
      DATABASE_URL: databaseUrl ?? '',
      MILLWATCH_DEMO_PASSWORD: demoPassword ?? '',
      LOG_LEVEL: 'warn',
      // What measures or breaks it asks as fast as it can.
      RATE_LIMITS: 'off',
      ...env,
    }
  }
}
