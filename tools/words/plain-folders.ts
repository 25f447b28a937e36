/** Folders whose names and docstrings are plain; a folder is added when it is. The aim is all of them. */
export const plainFolders: readonly string[] = ['tools/words/']
