import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../tools/setup/place.mjs'

/** Reference server in a separate process, which sends its ports once it listens. */
export class Service<Ports extends Record<string, number>> {
  readonly ports: Ports
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, ports: Ports) {
    this.#child = child
    this.ports = ports
  }

  static async start<Ports extends Record<string, number>>(file: string): Promise<Service<Ports>> {
    const child = fork(join(root, 'bench', file))
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`)))
    const [ports] = (await Promise.race([once(child, 'message'), ended])) as [Ports]
    ended.catch(() => undefined)
    return new Service(child, ports)
  }

  /** Id of the process of the server. */
  get pid(): number {
    return this.#child.pid as number
  }

  close(): void {
    this.#child.disconnect()
  }
}
