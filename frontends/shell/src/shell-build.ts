/** Returns the build of the shell that this page runs. The build writes it into the document. */
export const readShellBuild = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'unknown'
