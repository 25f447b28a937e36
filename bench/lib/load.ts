import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../tools/setup/place.mjs'
import type { LoadResult, Order } from './orders.ts'

/** Handle of the separate process that sends messages as the devices would. */
export class Load {
  readonly #child: ChildProcess = fork(join(root, 'bench/load-process.ts'))

  /**
   * Sends an order to the process and resolves with its result; only one order may run at a time. Rejects if the order fails or
   * the process ends.
   */
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
