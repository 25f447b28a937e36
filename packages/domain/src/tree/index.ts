export { ancestorsOf, DEFAULT_TIME_ZONE, subtreeOf, type Tree, type TreeUnit, timeZoneOf, treeOf } from './tree.ts'
