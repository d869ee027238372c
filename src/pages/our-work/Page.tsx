import './style.css';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { Tree } from '../../components/Tree.tsx';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import contactPlace from '../contact-us/place.ts';
import { ourWork, type Project, projects } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={ourWork.heading} lead={ourWork.lead} />
      <Gallery projects={projects} />
    </>
  );
}

/** The portfolio, or what to say while there is none. */
export function Gallery({ projects }: { readonly projects: readonly Project[] }) {
  if (projects.length === 0) {
    return (
      <Section heading={ourWork.empty.heading}>
        <p>{ourWork.empty.text}</p>
        <p>
          <TextLink to={contactPlace} className="button" />
        </p>
      </Section>
    );
  }
  return (
    <ul className="gallery">
      {projects.map((project, index) => (
        <li key={project.slug} {...scrollReveal(index)}>
          <ProjectEntry project={project} />
        </li>
      ))}
    </ul>
  );
}

function ProjectEntry({ project }: { readonly project: Project }) {
  return (
    <article className="project">
      <div className="project-tree">
        <Tree seed={project.slug} depth={5} />
      </div>
      <div>
        <h2>{project.href ? <a href={project.href}>{project.title}</a> : project.title}</h2>
        <p className="gallery-client">
          {project.client}, {project.year}
        </p>
        <p>{project.summary}</p>
        <dl className="figures">
          {project.figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="gallery-method">{project.method}</p>
      </div>
    </article>
  );
}
