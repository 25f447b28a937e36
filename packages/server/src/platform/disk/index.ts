export { Ballast } from './ballast.ts'
export { DiskGuard, type DiskLook, isStorageFull } from './guard.ts'
export { type DiskReserve, readReserve, reserveBytes } from './reserve.ts'
