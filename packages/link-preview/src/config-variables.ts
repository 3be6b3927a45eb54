import * as z from 'zod'

/** The variables of the services that show previews of links. */
export const linkPreviewVariables = {
  LINK_PREVIEWS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off`: the process fetches no pages of other sites, and new links are shown without a preview'),
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
