/** Names that belong to nobody (RFC 2606, RFC 6761), and names that documents write in place of each user's own. */
const placeholders = [
  /(?:^|\.)example\.[a-z]+(?:\.[a-z]+)?$/,
  // Top-level domains that are for private use (RFC 6762, appendix G) or no domains at all.
  /(?:^|\.)(?:example|invalid|test|local|localdomain|localhost|internal|intranet|private|external|corp|home|lan|home\.arpa|tld)$/,
  /(?:^|\.)(?:your[-_.]|my[-_])/,
  /(?:^|\.)x{3,}(?:\.|$)/,
  /(?:^|\.)(?:domain|hostname|my(?:account|app|company|domain|host|instance|org|organi[sz]ation|server|site|store|tenant))\.(?:com|net|org|io)$/,
  /(?:^|\.)your[a-z]*(?:account|api|app|business|company|domain|host|instance|name|org|organi[sz]ation|portal|project|server|shop|site|store|subdomain|team|tenant|url|workspace)\b/,
]

/**
 * True if no vendor is at a host: a placeholder of a document, a name without a dot, or an address. An operator may still send calls there,
 * by PROVIDER_ORIGINS.
 */
export const isPlaceholderHost = (host: string): boolean => {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  const isAddress = name.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(name)
  return isAddress || !name.includes('.') || placeholders.some((one) => one.test(name))
}
