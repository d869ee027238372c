/** Headings (##), lists (- or 1.), paragraphs, links and bold text. The build refuses the rest (plugins/news.ts). */
export const Markdown = ({ text }: { readonly text: string }) =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      if (block.startsWith('## ')) return <h3 key={block}>{block.slice(3)}</h3>;
      const [List, mark] = block.startsWith('- ')
        ? (['ul', /(?:^|\n)- /] as const)
        : (['ol', /(?:^|\n)\d+\. /] as const);
      const [before, ...items] = block.split(mark);
      if (before !== '' || items.length === 0) return <p key={block}>{inline(block)}</p>;
      return (
        <List key={block}>
          {items.map((item) => (
            <li key={item}>{inline(item)}</li>
          ))}
        </List>
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
