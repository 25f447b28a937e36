import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'

interface Edge {
  readonly libraries: RegExp
  readonly within: string
  readonly may: RegExp
  readonly where: string
}

const SERVER = 'packages/server/src/'
const WEB = 'packages/web/src/'
const edges: readonly Edge[] = [
  {
    libraries: /^(fastify|@fastify\/.+)$/,
    within: SERVER,
    may: /^packages\/server\/src\/(platform\/http\/|sources\/http\/|modules\/[^/]+\/routes\b)/,
    where: 'routes, platform/http and sources/http',
  },
  {
    libraries: /^socket\.io$/,
    within: SERVER,
    may: /^packages\/server\/src\/platform\/sockets\//,
    where: 'platform/sockets',
  },
  {
    libraries: /^(mqtt|aedes)$/,
    within: SERVER,
    may: /^packages\/server\/src\/sources\/mqtt\//,
    where: 'sources/mqtt',
  },
  { libraries: /^socket\.io-client$/, within: WEB, may: /^packages\/web\/src\/live\//, where: 'web/src/live' },
]

/**
 * Rule 5: libraries for HTTP, sockets and MQTT are imported in the server and the web only in the folders made for them. Tests
 * may import them.
 */
export const edgeLibraries: Rule = {
  name: '5 edge libraries',
  check: (tree) => perFile(tree, (file) => !file.isTest, look),
}

function* look(file: SourceFile): Generator<Finding> {
  for (const edge of edges) {
    if (!file.path.startsWith(edge.within) || edge.may.test(file.path)) continue
    for (const imported of file.imports) {
      if (!edge.libraries.test(imported.packageName)) continue
      yield findingAt(
        file,
        imported.offset,
        `${imported.packageName} belongs into ${edge.where} only: hand over what is needed in plain types.`,
      )
    }
  }
}
