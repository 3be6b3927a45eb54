import * as z from 'zod'

/** The variables of the services that find links in texts, and show previews of them. */
export const linkPreviewVariables = {
  LINK_PREVIEWS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off`: the process fetches no pages of other sites, and new links are shown without a preview'),
  LINK_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Origin of the product as its members see it. Its addresses are links in texts, also those of `localhost` or of an intranet, and no pages of it are fetched. Not set: `PUBLIC_URL`. Set by `npm start`',
    ),
  LINK_PREVIEW_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
    .transform((hosts) => hosts.filter((host) => host !== ''))
    .refine((hosts) => hosts.every((host) => URL.parse(`http://${host}`)?.host === host), {
      error: 'must be hosts, each with its port if it is not that of the scheme, separated by commas',
    })
    .describe(
      'Hosts of an intranet, such as `wiki.example:8080`, that may have private addresses and any port; all others must be public, on 80 or 443',
    ),
}

/** Returns the origin of this installation, whose addresses are links in texts; undefined if none is configured. */
export const readOwnOrigin = ({
  LINK_ORIGIN,
  PUBLIC_URL,
}: {
  LINK_ORIGIN?: string | undefined
  PUBLIC_URL?: string | undefined
}): string | undefined => URL.parse(LINK_ORIGIN ?? PUBLIC_URL ?? '')?.origin
