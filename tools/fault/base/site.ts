import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Company, foundCompany } from '../../product/company.ts'
import { Product, temporaryFolder } from '../../product/product.ts'
import { CLOCK_FILE, type DeathPoint, DIE_AT, DIE_AT_PASS } from './preload-names.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const host = join(root, 'packages/server/src/testing/embedded-host.ts')
const WITHIN_MS = 60_000

/** Something does not hold that must: a defect of the product until shown otherwise. */
export class Finding extends Error {}

/** The settings that load a file into a server process before its program. */
const loading = (file: URL) => ({ NODE_OPTIONS: `--import ${file.href}` })

/** The settings of a server whose clock shows what a file says. */
export const clockOf = (file: string): Record<string, string> => ({
  ...loading(new URL('./preload-clock.ts', import.meta.url)),
  [CLOCK_FILE]: file,
})

/** The settings of a server that kills itself at a point, the so-many-th time it comes by. */
export const dyingAt = (point: DeathPoint, passes = 1): Record<string, string> => ({
  ...loading(new URL('./preload-die.ts', import.meta.url)),
  [DIE_AT]: point,
  [DIE_AT_PASS]: String(passes),
})

const open = new Set<() => Promise<unknown>>()

/** What runs at present ends; for a run that is stopped. */
export async function endAll(): Promise<void> {
  await Promise.allSettled([...open].map((end) => end()))
}

/** Ends it when the work is over, or when all ends. */
export async function ending<T>(end: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  open.add(end)
  try {
    return await work()
  } finally {
    open.delete(end)
    await end()
  }
}

/** Any number of servers on one database that none of them runs, and a company of which they serve. */
export class Site {
  /** Those that serve at present; others come and go here. */
  readonly servers: Product[] = []
  readonly databaseUrl: string
  readonly #folder: string
  readonly #host: ChildProcess
  readonly #made: Product[] = []
  #company: (Company & { readonly password: string }) | undefined

  private constructor(folder: string, host: ChildProcess, databaseUrl: string) {
    this.#folder = folder
    this.#host = host
    this.databaseUrl = databaseUrl
  }

  /** With so many servers to begin with. */
  static async open(servers: number): Promise<Site> {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'data'))
    const child = spawn(process.execPath, [host, join(folder, 'data')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The database did not start')))
    ended.catch(() => undefined)
    const site = new Site(folder, child, await Promise.race([urlSaid(child.stdout), ended]))
    try {
      site.#company = await foundCompany(await site.server())
      for (let i = 1; i < servers; i++) await site.server()
    } catch (error) {
      await site.close()
      throw error
    }
    return site
  }

  /** Its superuser, asking a server that serves. */
  get company(): Company {
    const [server] = this.servers
    if (server === undefined) throw new Error('No server serves')
    return this.companyAt(server)
  }

  /** The same, asking one server. */
  companyAt({ url }: Product): Company {
    if (this.#company === undefined) throw new Error('There is no company yet')
    return this.#company.at(url)
  }

  /** How its superuser signs in. */
  get password(): string {
    return this.#company?.password ?? ''
  }

  /** One more server that serves. */
  async server(env: Readonly<Record<string, string>> = {}): Promise<Product> {
    const product = await Product.make({ databaseUrl: this.databaseUrl, env })
    this.#made.push(product)
    await product.start(WITHIN_MS)
    this.servers.push(product)
    return product
  }

  /** One more server that may die before it can say that it serves. */
  async doomed(env: Readonly<Record<string, string>>): Promise<Product> {
    const product = await Product.make({ databaseUrl: this.databaseUrl, env })
    this.#made.push(product)
    this.servers.push(product)
    await product.start(WITHIN_MS).catch((error: unknown) => {
      if (!product.wasKilled) throw error
    })
    return product
  }

  /** Resolves when a server has killed itself, with how long that took; a finding where it does not. */
  async died(product: Product, withinMs: number): Promise<number> {
    const began = performance.now()
    const isGone = await product.endsWithin(withinMs)
    this.#forget(product)
    if (!isGone || !product.wasKilled)
      throw new Error(`A server did not come to the point where it was to die: ${product.log}`)
    return performance.now() - began
  }

  /** A clean stop. */
  async retire(product: Product): Promise<void> {
    this.#forget(product)
    await product.discard()
  }

  /** `millwatch ARGUMENTS` on this installation. */
  async command(...args: string[]): Promise<string> {
    const product = await Product.make({ databaseUrl: this.databaseUrl })
    this.#made.push(product)
    return product.command(...args)
  }

  /** `millwatch verify`, as a person runs it; throws with what it found. */
  async verify(): Promise<void> {
    const product = await Product.make({ databaseUrl: this.databaseUrl })
    this.#made.push(product)
    await verified(product)
  }

  async close(): Promise<void> {
    for (const product of this.#made) await product.discard()
    const ended = once(this.#host, 'exit')
    if (this.#host.exitCode === null && this.#host.signalCode === null) {
      this.#host.kill('SIGTERM')
      await ended
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  #forget(product: Product): void {
    const at = this.servers.indexOf(product)
    if (at >= 0) this.servers.splice(at, 1)
  }
}

async function urlSaid(out: Readable): Promise<string> {
  for await (const line of createInterface(out)) if (line.startsWith('postgres://')) return line
  throw new Error('The database did not say where it is')
}

/** `millwatch verify` on an installation; a finding where it is not clean. */
export async function verified(product: Product): Promise<void> {
  try {
    await product.command('verify')
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Finding(`millwatch verify is not clean:\n${stdout.slice(0, 2000)}${stderr.slice(-1000)}`)
  }
}
