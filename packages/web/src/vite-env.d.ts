/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Version of the product at build time. */
  readonly VITE_MILLWATCH_VERSION: string
}
