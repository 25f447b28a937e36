import type { Finding, Rule } from './base/rule.ts'
import type { SourceTree } from './base/source-tree.ts'
import { callsAsData } from './rules/calls-as-data.ts'
import { clocks } from './rules/clocks.ts'
import { companyContext } from './rules/company-context.ts'
import { componentBase } from './rules/component-base.ts'
import { edgeLibraries } from './rules/edge-libraries.ts'
import { fileCycles } from './rules/file-cycles.ts'
import { folderCycles } from './rules/folder-cycles.ts'
import { liveHints } from './rules/live-hints.ts'
import { moduleOrder } from './rules/module-tiers.ts'
import { noAny } from './rules/no-any.ts'
import { noDanger } from './rules/no-danger.ts'
import { noSleep } from './rules/no-sleep.ts'
import { oneWord } from './rules/one-word.ts'
import { ownTables } from './rules/own-tables.ts'
import { packages } from './rules/packages.ts'
import { platformWithoutTrade } from './rules/platform-without-trade.ts'
import { serverLayering } from './rules/server-layers.ts'
import { sqlPlaces } from './rules/sql-places.ts'
import { statementNames } from './rules/statement-names.ts'
import { upwardCallsRule } from './rules/upward-calls.ts'
import { webLayering } from './rules/web-layers.ts'
import { wireNames } from './rules/wire-names.ts'

/** Rules of dependence, all of them, in the order in which they are checked. */
export const rules: readonly Rule[] = [
  packages,
  serverLayering,
  folderCycles,
  fileCycles,
  noAny,
  sqlPlaces,
  ownTables,
  moduleOrder,
  upwardCallsRule,
  edgeLibraries,
  clocks,
  noSleep,
  noDanger,
  companyContext,
  webLayering,
  componentBase,
  liveHints,
  oneWord,
  platformWithoutTrade,
  callsAsData,
  wireNames,
  statementNames,
]

export interface Breach extends Finding {
  readonly rule: string
}

export const breachesOf = (tree: SourceTree): Breach[] =>
  rules.flatMap((rule) => rule.check(tree).map((finding) => ({ rule: rule.name, ...finding })))
