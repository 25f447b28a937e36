// The three checks that read the syntax of all sources, in one process, so that the sources are parsed once. It exits with a
// non-zero code if one of them finds a breach.
import './tiers/run.ts'
import './words/run.ts'
import './styles/run.ts'
