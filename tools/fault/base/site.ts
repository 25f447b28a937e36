import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedProcess, startEmbeddedProcess } from '@millwatch/lab/database/embedded-process'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { type Company, foundCompany } from '@millwatch/lab/product/company'
import { postmasterOf } from '@millwatch/lab/product/embedded-files'
import { Product, temporaryFolder } from '@millwatch/lab/product/product'
import { limitOf } from './patience.ts'
import { CLOCK_FILE, type DeathPoint, DIE_AT, DIE_AT_PASS } from './preload-names.ts'

const WITHIN_MS = 60_000
const PORT_ATTEMPTS = 5

/** Returns the environment variables that make a server process load a file before its program. */
const loading = (file: URL) => ({ NODE_OPTIONS: `--import ${file.href}` })

/** Returns the environment variables for a server whose clock is shifted by the contents of a file. */
export const clockOf = (file: string): Record<string, string> => ({
  ...loading(new URL('./preload-clock.ts', import.meta.url)),
  [CLOCK_FILE]: file,
})

/** Returns the environment variables for a server that kills itself when it reaches a point for the n-th time (`passes`). */
export const dyingAt = (point: DeathPoint, passes = 1): Record<string, string> => ({
  ...loading(new URL('./preload-die.ts', import.meta.url)),
  [DIE_AT]: point,
  [DIE_AT_PASS]: String(passes),
})

/** Installation with a company and any number of servers on a shared database, which runs in its own process. */
export class Site {
  /** Servers that are started and not yet stopped or killed by the site. It changes during the work. */
  readonly servers: Product[] = []
  readonly databaseUrl: string
  readonly #folder: string
  readonly #database: EmbeddedProcess
  readonly #made: Product[] = []
  #company: (Company & { readonly password: string }) | undefined

  private constructor(folder: string, database: EmbeddedProcess) {
    this.#folder = folder
    this.#database = database
    this.databaseUrl = database.url
  }

  /**
   * Opens a site with a database, a company and `servers` servers, which start with these environment variables. If that fails,
   * the site is closed and the error thrown.
   */
  static async open(servers: number, env: Readonly<Record<string, string>> = {}): Promise<Site> {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'data'))
    const site = new Site(folder, await startEmbeddedProcess(join(folder, 'data')))
    try {
      site.#company = await foundCompany(await site.server(env))
      for (let i = 1; i < servers; i++) await site.server(env)
    } catch (error) {
      await site.close()
      throw error
    }
    return site
  }

  /** Company with its superuser signed in, calling the first running server. Throws an error if no server runs. */
  get company(): Company {
    const [server] = this.servers
    if (server === undefined) throw new Error('No server serves')
    return this.companyAt(server)
  }

  /** Returns the company with its superuser signed in, calling this server. */
  companyAt({ url }: Product): Company {
    if (this.#company === undefined) throw new Error('There is no company yet')
    return this.#company.at(url)
  }

  /** Password of the superuser of the company; empty before there is a company. */
  get password(): string {
    return this.#company?.password ?? ''
  }

  /**
   * Starts another server with these environment variables and resolves when it answers. Throws an error if it does not within
   * the limit of time.
   */
  async server(env: Readonly<Record<string, string>> = {}): Promise<Product> {
    const product = await Product.make({ databaseUrl: this.databaseUrl, env })
    this.#made.push(product)
    await product.start(limitOf(WITHIN_MS))
    this.servers.push(product)
    return product
  }

  /**
   * Starts another server that may kill itself before it answers, and returns it as soon as it answers or is killed. In both
   * cases it stays on the list of servers until `died`, `kill` or `retire` takes it off. Starts a new one, up to five times, if
   * a port was taken meanwhile; other errors of the start are thrown.
   */
  async doomed(env: Readonly<Record<string, string>>): Promise<Product> {
    for (let attemptsLeft = PORT_ATTEMPTS; ; attemptsLeft--) {
      const product = await Product.make({ databaseUrl: this.databaseUrl, env })
      this.#made.push(product)
      this.servers.push(product)
      try {
        await product.start(limitOf(WITHIN_MS))
        return product
      } catch (error) {
        if (product.wasKilled) return product
        this.#forget(product)
        // Another program of this machine has taken a port that was free a moment ago.
        if (attemptsLeft <= 0 || !/Port \d+ is taken/.test(product.log)) throw error
      }
    }
  }

  /**
   * Resolves when a server has killed itself, with the time this took in ms, and takes it off the list of servers. Throws an
   * error if it is not killed within `withinMs`.
   */
  async died(product: Product, withinMs: number): Promise<number> {
    const began = performance.now()
    const isGone = await product.endsWithin(withinMs)
    this.#forget(product)
    if (!isGone || !product.wasKilled)
      throw new Error(`A server did not come to the point where it was to die: ${product.log}`)
    return performance.now() - began
  }

  /** Kills a server and takes it off the list of servers. Returns false if it had ended before. */
  async kill(product: Product): Promise<boolean> {
    const { isRunning } = product
    this.#forget(product)
    await product.killServer()
    return isRunning
  }

  /** Stops a server cleanly and takes it off the list of servers; its own folder is removed. */
  async retire(product: Product): Promise<void> {
    this.#forget(product)
    await product.discard()
  }

  /** Runs `millwatch ARGUMENTS` on this installation and returns its output. */
  async command(...args: string[]): Promise<string> {
    const product = await Product.make({ databaseUrl: this.databaseUrl })
    this.#made.push(product)
    return product.command(...args)
  }

  /**
   * Runs `millwatch verify` on the database, as an operator does. Throws a `FaultFinding` with its output if it reports any
   * finding.
   */
  async verify(): Promise<void> {
    const product = await Product.make({ databaseUrl: this.databaseUrl })
    this.#made.push(product)
    await verified(product)
  }

  /**
   * Process id of the main process of the shared database, by its `postmaster.pid`; undefined without this file, which a killed
   * database leaves behind.
   */
  get postmaster(): number | undefined {
    return postmasterOf(join(this.#folder, 'data'))
  }

  async close(): Promise<void> {
    for (const product of this.#made) await product.discard()
    await this.#database.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  #forget(product: Product): void {
    const at = this.servers.indexOf(product)
    if (at >= 0) this.servers.splice(at, 1)
  }
}

/** Runs `millwatch verify` on an installation. Throws a `FaultFinding` with its output if it reports any finding or fails. */
export async function verified(product: Product): Promise<void> {
  try {
    await product.command('verify')
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new FaultFinding(`millwatch verify is not clean:\n${stdout.slice(0, 2000)}${stderr.slice(-1000)}`)
  }
}
