import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { embeddedUrl, postmasterOf } from './embedded-files.ts'
import { freePort } from './free-port.ts'
import { childrenOf, signal } from './processes.ts'

export interface ProductOptions {
  /** URL of the database; the embedded database unless given. */
  readonly databaseUrl?: string
  /** Folder of the installation, which `discard` keeps; a temporary folder, which it removes, unless given. */
  readonly folder?: string
  /** Password of the users of the demo plant; without it the installation starts empty. */
  readonly demoPassword?: string
  /** Environment variables added to those of this process and of the installation, which they override. */
  readonly env?: Readonly<Record<string, string>>
}

const POLL_MS = 20
const START_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 10_000
const KEPT_LOG = 20_000
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const main = join(root, 'packages/server/src/main.ts')
const cli = join(root, 'packages/server/src/cli.ts')

/** Creates a temporary folder for an installation and returns its path. An unprivileged database process may pass through it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millwatch-'))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Installation of Millwatch as a user runs it: a server process with its own data folder and ports on loopback, which can be
 * started, stopped and killed. `make` does not start it.
 */
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
    const port = await freePort()
    let mqttPort = await freePort()
    // A port that nobody has taken yet may be offered again.
    while (mqttPort === port) mqttPort = await freePort()
    return new Product(port, mqttPort, options)
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get dataFolder(): string {
    return join(this.folder, 'data')
  }

  /**
   * URL of the owner for the database of the installation. Throws an error if that is the embedded database and has no
   * `postmaster.pid`; a killed database leaves this file behind.
   */
  get databaseUrl(): string {
    return this.#options.databaseUrl ?? embeddedUrl(this.dataFolder)
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** True if the server process was ended by SIGKILL; false while it runs or if it ended otherwise. */
  get wasKilled(): boolean {
    return this.#child?.signalCode === 'SIGKILL'
  }

  /** Resolves to true as soon as the server process has ended, or to false after this time. True at once if it does not run. */
  async endsWithin(ms: number): Promise<boolean> {
    return Promise.race([this.#ended().then(() => true), delay(ms, false, { ref: false })])
  }

  /**
   * Process id of the main process of the embedded database, by its `postmaster.pid`; undefined without this file, which a killed
   * database leaves behind.
   */
  get postmaster(): number | undefined {
    return postmasterOf(this.dataFolder)
  }

  /** Last 20000 characters of the output of the server processes, standard output and standard error together. */
  get log(): string {
    return this.#log
  }

  /**
   * Starts the server and resolves when `/health` is answered with 200, with the time that took in ms. Throws an error with the
   * last output if the process ends, or does not serve within `withinMs`; in the second case it runs on until it is stopped.
   */
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

  /** Runs `millwatch ARGUMENTS` on this installation and returns its standard output. Rejects if the command fails. */
  async command(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
      cwd: root,
      env: this.#environment(),
    })
    return stdout
  }

  /**
   * Starts `millwatch ARGUMENTS` on this installation and returns the process, so that it can be killed. Its output comes as
   * streams.
   */
  startCommand(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
    return spawn(process.execPath, [cli, ...args], {
      cwd: root,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** Kills the server process with SIGKILL and waits for its end. The embedded database detects that and stops by itself. */
  async killServer(): Promise<void> {
    if (this.pid !== undefined) signal(this.pid, 'SIGKILL')
    await this.#ended()
  }

  /**
   * Kills the server, the embedded database and all processes of the database with SIGKILL at the same moment, and waits for the
   * end of the server.
   */
  async killEverything(): Promise<void> {
    const { postmaster } = this
    const backends = postmaster === undefined ? [] : childrenOf(postmaster)
    if (this.pid !== undefined) signal(this.pid, 'SIGKILL')
    // The process group also contains the process that supervises the database.
    if (postmaster !== undefined) signal(-postmaster, 'SIGKILL')
    for (const backend of backends) signal(backend, 'SIGKILL')
    await this.#ended()
  }

  /**
   * Stops the embedded database immediately by SIGQUIT, so that it loses all that it had not written; the server runs on. Returns
   * the id of the main process of the database. Throws an error without its `postmaster.pid`.
   */
  stopDatabaseAtOnce(): number {
    const { postmaster } = this
    if (postmaster === undefined) throw new Error('No database runs')
    signal(postmaster, 'SIGQUIT')
    return postmaster
  }

  /**
   * Stops the server by SIGTERM and resolves to true if it ends within 10 s. After that it kills the server and the database and
   * resolves to false. True at once if it was never started.
   */
  async stop(): Promise<boolean> {
    if (this.pid === undefined) return true
    signal(this.pid, 'SIGTERM')
    const isGone = await Promise.race([this.#ended().then(() => true), delay(STOP_WITHIN_MS, false, { ref: false })])
    if (!isGone) await this.killEverything()
    return isGone
  }

  /** Stops the installation and removes its temporary folder. A folder given in the options is kept. */
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
      // Benchmarks and fault runs send requests as fast as they can.
      RATE_LIMITS: 'off',
      ...env,
    }
  }
}
