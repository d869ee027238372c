<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Database\TimeLimit;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\Finding;
use Enquiry\Doctor\HealthEndpoint;
use Enquiry\Doctor\StatusPage;
use Enquiry\Http\ClientAddresses;
use Enquiry\Http\ConfirmationEndpoint;
use Enquiry\Http\FormEndpoint;
use Enquiry\Http\Origins;
use Enquiry\Http\PageResponder;
use Enquiry\Http\Pages;
use Enquiry\Http\ResponseSender;
use Enquiry\Http\ScriptResponder;
use Enquiry\Http\SpamSigns;
use Enquiry\Log\ApplicationLog;
use Enquiry\Log\LimitedLog;
use Enquiry\Queue\Alerts;
use Enquiry\Queue\Chores;
use Enquiry\Queue\Destination;
use Enquiry\Queue\EnquiryQueue;
use Enquiry\Queue\Erasures;
use Enquiry\Queue\HealthCheck;
use Enquiry\Queue\ImmediateDelivery;
use Enquiry\Queue\Intake;
use Enquiry\Queue\QueueStatus;
use Enquiry\Queue\Sender;
use Enquiry\Queue\SuspectList;
use Enquiry\Queue\Worker;
use Enquiry\Shared\Clock;
use Enquiry\Webhook\WebhookClient;
use Enquiry\Webhook\WebhookQueue;
use Enquiry\Webhook\WebhookSender;
use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Puts the parts together, for production and for tests. Answers contact_work.php. */
final readonly class Application
{
    /** contact_work.php starts no mail after this time. */
    private const WORK_SECONDS = 20;

    private const MORE = 'php server/console status and list failed show more.';

    private LoggerInterface $logger;

    public function __construct(
        private Configuration $configuration,
        private Clock $clock = new Clock(),
        private Randomizer $randomizer = new Randomizer(),
    ) {
        $this->logger = new ApplicationLog($configuration->folder());
    }

    /** @param string $script the name of a script of the endpoint, such as contact_process.php */
    public static function answer(string $script, Installation $installation): void
    {
        // Not Request::createFromGlobals(): for some methods it reads bodies of any size.
        $request = new Request($_GET, [], [], $_COOKIE, [], $_SERVER);
        if ($script === 'contact_work.php') {
            // It shows errors in the configuration, so it loads it itself. No delivery follows it.
            $refusal = Configuration::operatorToken($installation)->refusal($request);
            $isDoctor = $request->query->has('doctor');
            ResponseSender::send($refusal ?? ($isDoctor
                ? self::statusPage($request, $installation)
                : self::work($installation)));

            return;
        }
        $isHealth = $script === 'contact_health.php';
        $parts = new self($isHealth ? Configuration::load($installation) : Configuration::loadToAccept($installation));
        $response = match ($script) {
            'contact_health.php' => $parts->health()->handle($request),
            'contact_sent.php' => $parts->confirmation()->handle($request),
            default => $parts->endpoint(basename($script, '_process.php'))->handle($request),
        };
        if (ResponseSender::send($response)) {
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
        $form = $configuration->forms->get($name);
        $origins = new Origins($configuration->siteUrl, $this->randomizer);

        return new FormEndpoint(
            new ScriptResponder($form),
            new PageResponder($form, $this->pages(), $this->clock, $configuration->servicePrefix),
            $origins,
            new SpamSigns($origins, new SuspectList($configuration->folder())),
            $this->addresses(),
            $this->intake(),
            $this->limitedLog(),
        );
    }

    private function addresses(): ClientAddresses
    {
        $configuration = $this->configuration;

        return new ClientAddresses(
            $configuration->addressKey,
            $configuration->folder(),
            $this->randomizer,
            $configuration->rateLimit,
        );
    }

    public function erasures(): Erasures
    {
        return new Erasures($this->configuration->database(), $this->addresses()->hash(...));
    }

    private function limitedLog(): LoggerInterface
    {
        return new LimitedLog($this->logger, $this->configuration->folder(), $this->clock);
    }

    private function pages(): Pages
    {
        return new Pages($this->configuration->pagesFolder, $this->limitedLog());
    }

    public function confirmation(): ConfirmationEndpoint
    {
        return new ConfirmationEndpoint($this->pages(), $this->configuration->forms);
    }

    /** Never throws: the visitor already has the answer, and the worker will retry. */
    public function deliverAfterAnswer(): void
    {
        $this->deliver(ImmediateDelivery::MAIL_LOCK, $this->queue()->isAnyDue(...), function (): Sender {
            // Without a worker, only this call deletes old data. It comes first, because sender() may fail.
            $this->chores()->deleteDue();

            return $this->sender();
        });
        // An error in WEBHOOK_URL is named by status.
        if ($this->configuration->webhook !== null) {
            $this->deliver(
                ImmediateDelivery::WEBHOOK_LOCK,
                $this->webhookQueue()->isAnyDue(...),
                fn(): Destination => $this->webhook()[0],
            );
        }
    }

    /**
     * @param \Closure(int): bool     $isAnyDue
     * @param \Closure(): Destination $destination
     */
    private function deliver(string $lock, \Closure $isAnyDue, \Closure $destination): void
    {
        $folder = $this->configuration->folder();
        try {
            (new ImmediateDelivery($folder, $lock, $this->clock))->run($isAnyDue, $destination);
        } catch (\Throwable $failure) {
            $this->limitedLog()->error('Delivery after the answer failed. The worker will retry.', [
                'event' => 'delivery failed',
                'exception' => $failure,
            ]);
        }
    }

    public function health(): HealthEndpoint
    {
        return new HealthEndpoint($this->findings(...), $this->configuration, $this->clock);
    }

    /** @return list<Finding> what is wrong with the queue and the store. Its checks cost little */
    public function findings(): array
    {
        $check = $this->healthCheck();
        $fault = $check->fault();
        // After a fault, the store may have used up the time for an answer.
        if ($fault !== null) {
            return [Finding::problem($fault, self::MORE)];
        }
        try {
            $status = $check->status();
        } catch (StoreUnavailable $failure) {
            return [Finding::problem($failure->getMessage(), self::MORE)];
        }
        $error = $status->withoutQuotations($this->configuration->mail()->recipients)->lastError;
        $warnings = [...$status->warnings(), ...($error === null ? [] : ["Mail was last refused: {$error}"])];

        return [
            ...array_map(static fn(string $what): Finding => Finding::problem($what, self::MORE), $status->reasons()),
            ...array_map(static fn(string $warning): Finding => Finding::warning($warning, ''), $warnings),
        ];
    }

    /** For a cron that only opens addresses. */
    private static function work(Installation $installation): Response
    {
        ignore_user_abort(true);
        \function_exists('set_time_limit') && set_time_limit(0);
        $mailed = 0;
        try {
            $parts = new self(Configuration::load($installation));
            // While a mail server stalls, cron's calls would otherwise use up PHP's processes.
            $lock = $parts->configuration->folder()->openPrivate('work.lock');
            if (!flock($lock, \LOCK_EX | \LOCK_NB)) {
                return ScriptResponder::answer(200, ['status' => 'already running']);
            }
            $database = $parts->configuration->database();
            // Updating the tables of an earlier release may take long.
            $database->limit(TimeLimit::Command);
            $database->prepare();
            $database->limit(TimeLimit::Request);
            $mailed = $parts->worker()->runOnce(self::WORK_SECONDS);
            $findings = $parts->findings();
        } catch (InvalidConfiguration|StoreUnavailable $failure) {
            $findings = [Finding::problem($failure->getMessage(), 'contact_work.php?doctor shows more.')];
        }
        [Finding::PROBLEM => $problems, Finding::WARNING => $warnings] = Finding::sorted($findings);
        $isWell = $problems === [];

        return ScriptResponder::answer(
            $isWell ? 200 : 503,
            ['status' => $isWell ? 'ok' : 'failing', 'mailed' => $mailed]
                + ['problems' => $problems, 'warnings' => $warnings],
        );
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
        // Without a mail server's words, because they may quote a visitor.
        $report = static fn(Configuration $configuration): QueueStatus => (new self($configuration))->healthCheck()
            ->report()
            ->withoutQuotations($configuration->mail()->recipients);

        return StatusPage::answer($request, new Doctor($installation, $report));
    }

    public function healthCheck(): HealthCheck
    {
        $configuration = $this->configuration;

        return new HealthCheck(
            $configuration->forms,
            $this->intake(),
            $configuration->database(),
            $configuration->folder(),
            $this->chores(),
            $this->clock,
            $configuration->hasWebhook ? $configuration->webhookErrors : null,
            $configuration->alertSeconds,
        );
    }

    public function worker(): Worker
    {
        $mail = $this->configuration->mail();
        $operators = $mail->operators === [] ? $mail->recipients : $mail->operators;

        return new Worker(
            $this->queue(),
            [$this->sender(), ...$this->webhook()],
            $this->healthCheck(),
            $this->chores(),
            new Alerts($this->configuration->database(), $mail->mailer($this->clock), $operators, $this->clock),
            $this->clock,
            $this->logger,
        );
    }

    public function chores(): Chores
    {
        $configuration = $this->configuration;

        return new Chores(
            $configuration->database(),
            $configuration->folder(),
            $configuration->notice,
            $this->clock,
            $this->logger,
        );
    }

    private function sender(): Sender
    {
        $mail = $this->configuration->mail();

        return new Sender(
            $this->queue(),
            $this->configuration->folder(),
            $this->configuration->forms,
            $mail->mailer($this->clock),
            $mail->recipients,
            $mail->operators,
            $this->clock,
            $this->logger,
        );
    }

    private function intake(): Intake
    {
        $configuration = $this->configuration;

        return new Intake(
            $configuration->database(),
            $this->clock,
            $this->randomizer,
            $configuration->surgePerHour,
            $configuration->hasWebhook,
        );
    }

    private function queue(): EnquiryQueue
    {
        return new EnquiryQueue($this->configuration->database(), $this->configuration->deliveriesPerHour);
    }

    private function webhookQueue(): WebhookQueue
    {
        return new WebhookQueue($this->configuration->database(), $this->configuration->deliveriesPerHour);
    }

    /** @return list<Destination> none without WEBHOOK_URL */
    private function webhook(): array
    {
        $target = $this->configuration->webhook;

        return $target === null ? [] : [new WebhookSender(
            $this->webhookQueue(),
            new WebhookClient($target, $this->clock),
            $this->configuration->forms,
            $this->clock,
            $this->logger,
        )];
    }
}
