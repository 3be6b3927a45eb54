/** The page's own entry of this build. The shell does not load it: it takes `./remote.tsx` by the manifest. */
void import('./remote.tsx')
