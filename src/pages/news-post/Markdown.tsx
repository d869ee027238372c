/** Headings (##), lists (-), paragraphs, links and bold text. */
export const Markdown = ({ text }: { readonly text: string }) =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      if (block.startsWith('## ')) return <h3 key={block}>{block.slice(3)}</h3>;
      if (!block.startsWith('- ')) return <p key={block}>{inline(block)}</p>;
      const items = block.slice(2).split('\n- ');
      return (
        <ul key={block}>
          {items.map((item) => (
            <li key={item}>{inline(item)}</li>
          ))}
        </ul>
      );
    });

const inline = (text: string) =>
  text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    const [, bold, label, href] = /^(?:\*\*(.+)\*\*|\[(.+)\]\((.+)\))$/.exec(part) ?? [];
    if (bold) return <strong key={part}>{bold}</strong>;
    return href ? (
      <a key={part} href={href}>
        {label}
      </a>
    ) : (
      part
    );
  });
