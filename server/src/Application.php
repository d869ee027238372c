<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\OperatorPage;
use Enquiry\Http\ClientAddresses;
use Enquiry\Http\FormEndpoint;
use Enquiry\Http\Origins;
use Enquiry\Http\PageResponder;
use Enquiry\Http\Responses;
use Enquiry\Http\SpamSigns;
use Enquiry\Http\Suspects;
use Enquiry\Log\ApplicationLog;
use Enquiry\Queue\Alerts;
use Enquiry\Queue\Checkup;
use Enquiry\Queue\Chores;
use Enquiry\Queue\DeliveryQueue;
use Enquiry\Queue\Dispatcher;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\Finding;
use Enquiry\Queue\Intake;
use Enquiry\Queue\MailSender;
use Enquiry\Queue\Worker;
use Enquiry\Shared\Clock;
use Enquiry\Webhook\WebhookSender;
use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Puts the parts together, for production and for tests. Answers contact_work.php. */
final readonly class Application
{
    /** A request starts no delivery after this time. */
    private const WORK_SECONDS = 20;

    /** Visits delete old data and mail alerts at most once in this time, because the worker may have stopped. */
    private const CHECK_SECONDS = 900;

    public function __construct(
        private Configuration $configuration,
        private Clock $clock = new Clock(),
        private Randomizer $randomizer = new Randomizer(),
    ) {}

    /** @param string $script the name of a script of the endpoint, such as contact_process.php */
    public static function answer(string $script, Installation $installation): void
    {
        // Not Request::createFromGlobals(): for some methods it reads bodies of any size.
        $request = new Request($_GET, [], [], $_COOKIE, [], $_SERVER);
        if ($script === 'contact_work.php') {
            // It shows errors in the configuration, so it loads it itself. No delivery follows it.
            $refusal = OperatorPage::refusal($request, $installation);
            $isDoctor = $request->query->has('doctor');
            Responses::send($refusal ?? ($isDoctor
                ? self::statusPage($request, $installation)
                : self::work($installation)));

            return;
        }
        $isHealth = $script === 'contact_health.php';
        $parts = new self($isHealth ? Configuration::load($installation) : Configuration::loadToAccept($installation));
        $response = match ($script) {
            'contact_health.php' => $parts->health(),
            'contact_sent.php' => $parts->confirmation($request),
            default => $parts->endpoint(basename($script, '_process.php'))->handle($request),
        };
        if (Responses::send($response)) {
            $parts->deliverAfterAnswer();
        }
    }

    public function endpoint(string $name = 'contact'): FormEndpoint
    {
        $configuration = $this->configuration;
        Request::setTrustedProxies(
            $configuration->proxies,
            Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO,
        );
        $origins = new Origins($configuration->siteUrl, $this->randomizer);

        return new FormEndpoint(
            $configuration->forms->get($name),
            fn(): PageResponder => $this->page($name),
            $origins,
            new SpamSigns($origins, new Suspects($configuration->folder())),
            new ClientAddresses($configuration->folder()),
            new Intake(
                $configuration->database(),
                $this->clock,
                $this->randomizer,
                $configuration->rateLimit,
                $configuration->promise(),
            ),
            $this->limitedLog(...),
        );
    }

    private function log(): LoggerInterface
    {
        return new ApplicationLog($this->configuration->folder(), $this->clock);
    }

    private function limitedLog(): LoggerInterface
    {
        return new ApplicationLog($this->configuration->folder(), $this->clock, isLimited: true);
    }

    private function page(string $form): PageResponder
    {
        $configuration = $this->configuration;
        $responses = new Responses($configuration->pagesFolder, $this->limitedLog());

        return new PageResponder(
            $configuration->forms->get($form),
            $responses,
            $this->clock,
            $configuration->servicePrefix,
        );
    }

    public function confirmation(Request $request): Response
    {
        $asked = $request->query->all()['form'] ?? '';
        $isKnown = \in_array($asked, $this->configuration->forms->names(), true);

        return $this->page($isKnown ? $asked : 'contact')->confirmation($request);
    }

    /** Never throws: the visitor already has the answer, and the worker will retry. */
    public function deliverAfterAnswer(): void
    {
        foreach (['delivery' => $this->deliverDue(...), 'purge or alert' => $this->standInForWorker(...)] as $what => $do) {
            try {
                $do();
            } catch (\Throwable $failure) {
                $this->limitedLog()->error("After the answer, the {$what} failed. The worker will retry.", [
                    'event' => "{$what} failed",
                    'exception' => $failure,
                ]);
            }
        }
    }

    private function deliverDue(): void
    {
        // While a mail server stalls, visits would otherwise use up PHP's processes. Free when this method ends.
        $lock = $this->configuration->folder()->openPrivate('delivery.lock');
        // Without targets, because reading the mail settings takes time.
        $queue = new DeliveryQueue($this->configuration->database());
        if (flock($lock, \LOCK_EX | \LOCK_NB) && $queue->isAnyDue($this->clock->time())) {
            $this->worker()->deliver(self::WORK_SECONDS);
        }
    }

    private function standInForWorker(): void
    {
        $checked = new NoteFile($this->configuration->folder(), 'alert-check.note', $this->clock);
        if (!$checked->isDue(self::CHECK_SECONDS)) {
            return;
        }
        try {
            $chores = $this->chores();
            $chores->deleteDue($chores->times());
        } finally {
            // A database that is gone stops the purge, and is the reason for an alert.
            $this->alerts()->tell($this->checkup()->findings());
        }
    }

    public function health(): Response
    {
        return OperatorPage::health($this->checkup(), $this->configuration->release);
    }

    /** For a cron that only opens addresses. */
    private static function work(Installation $installation): Response
    {
        ignore_user_abort(true);
        \function_exists('set_time_limit') && set_time_limit(0);
        [$mailed, $parts] = [0, null];
        try {
            $parts = new self(Configuration::load($installation));
            // While a mail server stalls, cron's calls would otherwise use up PHP's processes.
            $lock = $parts->configuration->folder()->openPrivate('work.lock');
            if (!flock($lock, \LOCK_EX | \LOCK_NB)) {
                return Responses::json(200, ['status' => 'already running']);
            }
            [$mailed, $findings] = $parts->worker()->run(self::WORK_SECONDS);
        } catch (InvalidConfiguration|StoreUnavailable $failure) {
            $findings = [Finding::problem($failure->getMessage(), 'contact_work.php?doctor shows more.')];
        }
        [Finding::PROBLEM => $problems, Finding::WARNING => $warnings] = Finding::sorted($findings);
        $isWell = $problems === [];
        // Services for cron disable a job that fails several times in a row, and the worker must go on.
        $isError = $parts === null || $parts->isCronDue(\count($problems));

        return Responses::json($isError ? 503 : 200, [
            'status' => $isWell ? 'ok' : 'failing',
            'mailed' => $mailed,
            'problems' => $problems,
            'warnings' => $warnings,
        ]);
    }

    /** Whether cron reports now: if there are more problems than it reported in the last six hours. Each report is mail. */
    public function isCronDue(int $problems): bool
    {
        $note = new NoteFile($this->configuration->folder(), 'cron.note', $this->clock);
        $reported = $note->read(Alerts::PAUSE_SECONDS - 1);
        $isDue = $problems > (int) $reported;
        if ($isDue || ($problems === 0 && $reported !== '0')) {
            $note->write((string) $problems);
        }

        return $isDue;
    }

    /** For an operator without a shell. */
    private static function statusPage(Request $request, Installation $installation): Response
    {
        try {
            // As an enquiry would: this may be the first page that an operator opens.
            Configuration::load($installation)->folder()->make();
        } catch (InvalidConfiguration|StoreUnavailable) {
            // Doctor says why.
        }
        $checkup = static fn(Configuration $configuration): Checkup => (new self($configuration))->checkup();

        return OperatorPage::findings($request, new Doctor($installation, $checkup));
    }

    public function checkup(): Checkup
    {
        $configuration = $this->configuration;

        return new Checkup(
            $configuration->forms,
            $configuration->database(),
            $configuration->folder(),
            $this->chores(),
            $this->clock,
            $configuration->deliveryErrors(),
            $configuration->deliveriesPerHour,
            $configuration->console,
        );
    }

    /** @throws InvalidConfiguration without valid mail settings, which name the targets */
    public function worker(): Worker
    {
        $configuration = $this->configuration;
        $database = $configuration->database();
        $mail = $configuration->mail();
        $targets = [...$mail->recipients, ...$configuration->hasWebhook ? [DeliveryQueue::WEBHOOK] : []];
        $queue = new DeliveryQueue($database, $targets, $configuration->deliveriesPerHour);
        $senders = [
            new MailSender(
                new EnquiryRepository($database),
                $mail->mailer($this->clock),
                $mail->recipients,
                $mail->operators,
                $this->clock,
            ),
        ];
        if ($configuration->webhook !== null) {
            $senders[] = new WebhookSender($configuration->webhook, $this->clock);
        }

        return new Worker(
            new Dispatcher($queue, $configuration->forms, $this->clock, $this->log()),
            $senders,
            $database,
            $this->chores(),
            $this->checkup(),
            $this->alerts(),
            $this->clock,
            $this->log(),
        );
    }

    private function alerts(): Alerts
    {
        $mail = $this->configuration->mail();
        $operators = $mail->operators === [] ? $mail->recipients : $mail->operators;

        return new Alerts($this->configuration->folder(), $mail->mailer($this->clock), $operators, $this->clock);
    }

    public function chores(): Chores
    {
        $configuration = $this->configuration;

        return new Chores(
            $configuration->database(),
            $configuration->folder(),
            $configuration->keptDays(),
            $this->clock,
            $this->log(),
        );
    }
}
