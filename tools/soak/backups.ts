import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '@millwatch/lab/product/product'

/**
 * Backups at regular intervals while the installation is used. A backup that a fault interrupts is repeated every second until it
 * succeeds.
 */
export class SoakBackups {
  made = 0
  interrupted = 0
  readonly failures: string[] = []
  readonly #product: Product
  readonly #folder: string
  readonly #stopping = new AbortController()
  readonly #working: Promise<void>
  readonly #faults: () => number

  /**
   * Starts the intervals at once. `faults` returns the number of faults that began plus the number that ended so far, so an odd
   * number means that a fault lasts.
   */
  constructor(product: Product, folder: string, everyMs: number, faults: () => number) {
    this.#product = product
    this.#folder = folder
    this.#faults = faults
    this.#working = this.#run(everyMs)
  }

  /** Ends the intervals and resolves when a backup that is being made is over. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#working
  }

  async #run(everyMs: number): Promise<void> {
    const { signal } = this.#stopping
    for (;;) {
      await delay(everyMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      while (!(await this.#make()) && !signal.aborted) await delay(1000)
    }
  }

  /** Makes a backup. Returns false if a fault interrupted it; a failure without a fault is added to `failures` and gives true. */
  async #make(): Promise<boolean> {
    const before = this.#faults()
    try {
      await this.#product.command('backup', 'keep', this.#folder)
      this.made++
      return true
    } catch (error) {
      if (this.#faults() !== before || before % 2 === 1) {
        this.interrupted++
        return false
      }
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      this.failures.push(`A backup failed: ${stdout.slice(-500)}${stderr.slice(-1500)}`)
      return true
    }
  }
}
