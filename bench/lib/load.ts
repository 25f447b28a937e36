import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../tools/setup/place.mjs'
import type { LoadResult, Order } from './orders.ts'

/** The separate process that acts as the devices. */
export class Load {
  readonly #child: ChildProcess = fork(join(root, 'bench/load-process.ts'))

  /** Runs an order and resolves with its result; one order at a time. */
  run(order: Order): Promise<LoadResult> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('The load process ended'))
      this.#child.once('exit', onExit)
      this.#child.once('message', (answer: { result: LoadResult } | { error: string }) => {
        this.#child.off('exit', onExit)
        if ('result' in answer) resolve(answer.result)
        else reject(new Error(`The load failed: ${answer.error}`))
      })
      this.#child.send(order)
    })
  }

  close(): void {
    this.#child.disconnect()
  }
}
