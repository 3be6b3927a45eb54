type Rules = { createScriptURL: (address: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => unknown }

/** Webpack and federation add scripts by address: those of our own origin, and no others. */
const rules: Rules = {
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address
    throw new TypeError('Scripts come from this origin only')
  },
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', rules)
