import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '@millwatch/lab/product/product'

/** Backups at intervals while everything goes on. One that a fault interrupts is made up for after the fault. */
export class SoakBackups {
  made = 0
  interrupted = 0
  readonly failures: string[] = []
  readonly #product: Product
  readonly #folder: string
  readonly #stopping = new AbortController()
  readonly #working: Promise<void>
  readonly #faults: () => number

  /** `faults` returns the number of faults that began or ended so far. */
  constructor(product: Product, folder: string, everyMs: number, faults: () => number) {
    this.#product = product
    this.#folder = folder
    this.#faults = faults
    this.#working = this.#run(everyMs)
  }

  /** Resolves when the backup that is under way is complete. */
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

  /** Makes a backup and checks it; returns false if a fault interrupted it. */
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
